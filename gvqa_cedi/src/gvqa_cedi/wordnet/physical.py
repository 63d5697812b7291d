"""Which names stand for things one can see: a test by WordNet, with lists for where it errs.

A name passes when it is on the allow list, or is not on the stop list and has a
physical sense. Of a compound that WordNet does not know ("potted plant") the last
word decides. WordNet has people, traffic lights and logos as abstractions, and
pictures, backgrounds and sides as physical: hence the lists.
"""

from __future__ import annotations

from functools import lru_cache

from gvqa_cedi.wordnet.nouns import wordnet


def _words(text: str) -> frozenset[str]:
    return frozenset(word.strip() for word in text.replace("\n", ",").split(",") if word.strip())


# Visible, though WordNet has no physical sense for them.
ALLOWED = _words(
    """
    audience, calendar, cattle, crew, crowd, family, flock, graffiti, herd, hoodie, ipad, iphone,
    litter, logo, makeup, orchestra, people, person, queue, road sign, skateboarder, smartphone,
    smile, snowboarder, stoplight, street sign, team, traffic, traffic light, traffic sign,
    traffic signal
    """
)

# Physical in some sense of WordNet, but in descriptions nearly always something else.
STOPPED = _words(
    """
    action, activity, addition, angle, appearance, area, arrangement, aspect, atmosphere,
    attention, back, background, beauty, beginning, bit, bottom, caption, case, center, centre,
    chance, close-up, closeup, color, colour, combination, composition, condition, content,
    context, contrast, conversation, corner, course, day, daytime, degree, depth, description,
    detail, difference, dimension, direction, distance, edge, effect, element, end, environment,
    event, evening, example, expression, exterior, fact, feature, feeling, focus, foreground,
    form, front, group, half, hint, hue, idea, image, impression, information, inside, instance,
    interior, item, kind, landscape, layer, left, length, level, life, lighting, line-up,
    location, look, lot, majority, manner, matter, mention, middle, midground, minute, moment,
    mood, morning, motion, movement, name, nature, night, no, nothing, number, object, one, other,
    outdoors, outline, outside, overview, pair, panorama, part, pattern, person's, perspective,
    photo, photograph, picture, piece, place, point, portion, pose, position, possibility,
    presence, purpose, quality, question, range, reason, rest, result, right, scenario, scene,
    scenery, season, second, section, sense, series, setting, setup, shade, shape, shot, side,
    sight, situation, size, snapshot, sort, space, spot, state, style, subject, surroundings,
    talk, task, term, text, texture, theme, thing, time, tone, top, total, touch, type, upper,
    use, variety, version, vicinity, view, viewer, viewpoint, way, while, width, word, work, yes
    """
)


@lru_cache(maxsize=65536)
def is_physical(name: str) -> bool:
    """Whether a name can stand for something visible.

    >>> is_physical("potted plant"), is_physical("happiness"), is_physical("background")
    (True, False, False)
    """
    nouns = wordnet()
    base = nouns.lemma(name)
    if base in ALLOWED:
        return True
    # All base forms: WordNet lists "colours" (a flag) beside "colour".
    if not STOPPED.isdisjoint((base, *nouns.lemmas(name))):
        return False
    if nouns.known(base):
        return any(nouns.physical_senses(base))
    _, space, last = base.rpartition(" ")
    return is_physical(last) if space else False
