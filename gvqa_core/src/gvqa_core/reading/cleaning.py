"""What a vision model wrote of a frame → a usable caption, or nothing.

An empty caption is an honest failure: it is never indexed and is tried again.
A refusal, an echo of the prompt or a half thought stored as a caption would
instead be retrieved, drafted from and judged against.
"""

from __future__ import annotations

import json
import re

from gvqa_core.reading.thinking import strip_thinking

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ufeff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_END_OF_TURN = re.compile(
    r"<\|(?:im_end|endoftext|end|eot_id|eom_id)\|>|</s>|<end_of_turn>|<eos>|<｜end▁of▁sentence｜>"
)
_SPECIAL = re.compile(r"<\|[\w\s]{1,40}\|>|<(?:bos|eos|pad|unk|start_of_turn|end_of_utterance)>")
_SPECIAL_AT_ENDS = re.compile(  # elsewhere they may be text that the caption quotes
    r"\A(?:\s|</?s>|<image>|<video>|\[/?INST\])+|(?:\s|</?s>|<image>|<video>|\[/?INST\])+\Z"
)
_ROLE_LINE = re.compile(
    r"^[ \t]*(?P<role>system|user|assistant|model"
    r"|(?:USER|User|Human|ASSISTANT|Assistant)(?=[ \t]*:))[ \t]*(?::(?P<rest>.*))?$",
    re.MULTILINE,
)
_INLINE_ROLES = re.compile(
    r"\A\s*(?:user|human)\s*:.*?\b(?:assistant|model)\s*:", re.IGNORECASE | re.DOTALL
)
_LEAD_IN = re.compile(
    r"\A(?:(?:sure|certainly|of course|okay|ok)[,!.]?\s*)?"
    r"(?:here(?:'s|’s| is)\s[^:\n]{0,60}(?:caption|description|sentence|summary)[^:\n]{0,40}:"
    r"|(?:image |video |frame )?(?:caption|description)\s*:)\s*",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"(?:(?:i['’]?m|i am)\s(?:very |so )?sorry\b"
    r"|(?:sorry|apologies|unfortunately)[,.!]?\s(?:but\s)?i\b"
    r"|i\s(?:apologi[sz]e|can['’]?t|cannot|can not|could not|couldn['’]?t|won['’]?t"
    r"|am (?:not able|unable)|(?:do not|don['’]?t) have"
    r"|(?:do not|don['’]?t) see any (?:image|picture))\b"
    r"|i['’]m (?:not able|unable)\b|as an ai\b"
    r"|unable to (?:describe|view|see|process|caption)\b"
    r"|(?:please|could you|can you)\s(?:please )?(?:provide|upload|share|attach)\b"
    r"|no (?:image|picture|caption|description)\s(?:(?:was|is|has been)\s)?"
    r"(?:provided|attached|uploaded|given|available)\b"
    r"|there is no (?:image|picture)(?: provided| attached| available)?\s*[.!]?\Z"
    r"|抱歉|对不起|很抱歉)",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(
    r"[\[<({*_\s]*(?:(?:insert|add|write|put)\s)?(?:the |your |an? )?"
    r"(?:full |image |frame |short |one-sentence )*(?:caption|description|sentence|text)"
    r"(?:\s(?:goes |comes )?here)?[\])>}*_\s.!:…]*\Z"
    r"|(?:null|none|undefined|n/?a|nan|error)\b\s*[.!]?\Z"
    r"|\[?error\]?\s*:.*\Z"
    r"|describe (?:this|the) (?:image|picture|frame|video frame)(?: in [\w ]{1,30})?\.?\Z",
    re.IGNORECASE | re.DOTALL,
)
_FENCE = re.compile(r"\A(?:```|~~~)\w*\s+(.*?)\s*(?:```|~~~)?\Z", re.DOTALL)
_QUOTES = (('"', '"'), ("“", "”"), ("'", "'"), ("«", "»"), ("`", "`"))
_REPEATED = re.compile(r"(?P<sentence>\S[^.!?]{2,400}[.!?])(?:\s+(?P=sentence)){2,}")

_LAYERS = 8


def clean_caption(text: str, *, prompt: str = "") -> str:
    """Clean one caption.

    Args:
        text: What the model wrote.
        prompt: The prompt it was given, so that an echo of it can be told.

    Returns:
        One line of text without special tokens, thinking, echoes and lead-ins;
        empty when nothing usable is left (refusal, placeholder, no words).
    """
    words = _CONTROL.sub("", _SURROGATE.sub("\ufffd", text))
    for _ in range(_LAYERS):
        bare = _without_a_layer(words, prompt)
        if bare == words:
            break
        words = bare
    if not any(character.isalnum() for character in words):
        return ""
    if _REFUSAL.match(words) or _PLACEHOLDER.match(words):
        return ""
    return words


def _without_a_layer(text: str, prompt: str) -> str:
    """Take off what stands around a caption once: '"Caption: …"' has two layers."""
    words = strip_thinking(text)
    words = _without_echo(words, prompt.strip())
    words = _FENCE.sub(r"\1", words.strip())
    words = _from_json(words)
    words = " ".join(words.split())
    words = _LEAD_IN.sub("", words)
    words = _unquoted(words)
    return _REPEATED.sub(r"\g<sentence>", words)


def _without_echo(text: str, prompt: str) -> str:
    """Keep the first answer: no earlier turn, no later one, no special tokens."""
    text = _after_echoed_turns(text)
    head = _END_OF_TURN.split(text)
    text = next((part for part in head if _SPECIAL.sub("", part).strip()), "")
    text = _SPECIAL_AT_ENDS.sub("", _SPECIAL.sub(" ", text))
    if prompt and text.startswith(prompt):
        text = text[len(prompt) :].lstrip()
    return text


def _after_echoed_turns(text: str) -> str:
    inline = _INLINE_ROLES.match(text)
    if inline and "\n" not in text[: inline.end()].strip():
        text = text[inline.end() :]
    plain = _SPECIAL.sub("", text)
    roles = list(_ROLE_LINE.finditer(plain))
    if not roles or plain[: roles[0].start()].strip():
        # No echo in front; a later line "user" is an invented next turn.
        return plain[: roles[0].start()] if roles and _END_OF_TURN.search(text) is None else text
    answers = [i for i, role in enumerate(roles) if role["role"].lower() in ("assistant", "model")]
    if not answers:
        return ""
    first = roles[answers[0]]
    following = roles[answers[0] + 1 :]
    end = following[0].start() if following else len(plain)
    return (first["rest"] or "") + plain[first.end() : end]


def _from_json(text: str) -> str:
    """The text of `{"caption": "…"}`, which some models write unasked."""
    if not text.startswith("{"):
        return text
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    for key in ("caption", "description", "text"):
        if isinstance(value, dict) and isinstance(value.get(key), str):
            return value[key]
    return text


def _unquoted(text: str) -> str:
    for opened, closed in _QUOTES:
        if len(text) > 1 and text[0] == opened and text[-1] == closed:
            inner = text[1:-1]
            if opened not in inner and closed not in inner:
                return inner.strip()
    return text
