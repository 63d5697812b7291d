"""The page of `gvqa app`, drawn by Gradio: what is on it, and what a click does.

Annotations are evaluated here: by them Gradio knows what to hand to a function.
"""

from html import escape
from typing import TYPE_CHECKING, Any

from gvqa_core.app.cards import SCRIPT, STYLE, answer_html
from gvqa_core.errors import GvqaError

PLAYED_BY_BROWSERS = ("h264", "vp8", "vp9", "av1", "theora")

if TYPE_CHECKING:
    from gvqa_core.app.engine import Engine
    from gvqa_core.ingest import IngestedVideo

TITLE = "gvqa: every sentence checked against the video"
UPLOADS_REMOVED_AFTER = 24 * 3600
"""Seconds after which an upload goes that no ending session has removed."""


def build(engine: "Engine") -> Any:
    """Make the page.

    Args:
        engine: Does the work.

    Returns:
        A `gradio.Blocks`.
    """
    import gradio as gr

    backends, other_backends = engine.usable("captioner")
    verifiers, other_verifiers = engine.usable("verifier")
    told = [*other_backends, *other_verifiers]
    with gr.Blocks(title=TITLE, delete_cache=(3600, UPLOADS_REMOVED_AFTER)) as page:
        gr.Markdown(f"# {TITLE}")
        with gr.Row():
            with gr.Column():
                video = gr.Video(label="Video", sources=["upload"], elem_id="gvqa-video")
                with gr.Row():
                    backend = gr.Dropdown(backends, value="auto", label="Backend")
                    verifier = gr.Dropdown(verifiers, value="auto", label="Verifier")
                if told:
                    with gr.Accordion("Not usable here", open=False):
                        gr.HTML("".join(f"<p>{escape(line)}</p>" for line in told))
                describe = gr.Button("Describe the video", variant="primary")
                status = gr.Textbox(label="Status", interactive=False)
            with gr.Column():
                question = gr.Textbox(label="Question", placeholder="What is shown at the end?")
                ask = gr.Button("Ask", variant="primary")
                answer = gr.HTML(label="Answer")
                report = gr.DownloadButton("Save the report page", visible=False)

        def on_describe(
            path: str | None,
            chosen_backend: str,
            chosen_verifier: str,
            request: gr.Request,
            progress: gr.Progress = gr.Progress(),  # noqa: B008 - this is how Gradio hands it over
        ) -> tuple[str, str]:
            if not path:
                return "Choose a video first.", ""
            try:
                found = engine.describe(
                    str(request.session_hash),
                    path,
                    chosen_backend,
                    chosen_verifier,
                    _tell(progress),
                )
            except GvqaError as error:
                return f"Could not: {error}", ""
            return _described(found), ""

        def on_ask(
            asked: str,
            request: gr.Request,
            progress: gr.Progress = gr.Progress(),  # noqa: B008
        ) -> tuple[str, Any, str]:
            hidden = gr.DownloadButton(visible=False)
            try:
                found = engine.ask(str(request.session_hash), asked, _tell(progress))
                saved = engine.report(found)
            except GvqaError as error:
                return f'<p role="alert">Could not: {escape(str(error))}</p>', hidden, asked
            return answer_html(found), gr.DownloadButton(value=str(saved), visible=True), ""

        def on_leave(request: gr.Request) -> None:
            engine.forget(str(request.session_hash))

        describe.click(on_describe, [video, backend, verifier], [status, answer])
        for event in (ask.click, question.submit):
            event(on_ask, [question], [answer, report, question])
        page.unload(on_leave)
    return page


def look() -> dict[str, Any]:
    """Theme, style and script of the page; fonts are the system's, nothing is fetched."""
    from gradio import themes

    fonts = ["system-ui", "sans-serif"]
    theme = themes.Default(font=fonts, font_mono=["ui-monospace", "monospace"])
    return {"theme": theme, "css": STYLE, "head": SCRIPT}


def _described(video: "IngestedVideo") -> str:
    """What the status says of a described video."""
    heard = ""
    if video.transcript is not None:
        count = len(video.transcript.segments)
        heard = f", and {count} passage{'s' if count > 1 else ''} of speech"
    said = f"{len(video.described)} frames described{heard}. Ask away."
    if video.info.codec not in PLAYED_BY_BROWSERS:
        said += (
            f" Browsers do not play {video.info.codec or 'this codec'}, so there is no moving to "
            "a moment here; the frames beside the claims are exact all the same."
        )
    return said


def _tell(progress: Any) -> Any:
    def tell(doing: str, done: int, total: int | None) -> None:
        progress((done, total), desc=doing)

    return tell
