"""The closed lists behind the lexicon parser: what words do in a description."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(text: str) -> frozenset[str]:
    return frozenset(line.strip() for line in text.replace("\n", ",").split(",") if line.strip())


ATTRIBUTES: dict[str, frozenset[str]] = {
    "colour": _words(
        """red orange yellow green blue purple violet pink brown black white gray grey beige tan
        golden gold silver turquoise teal navy maroon cream cyan magenta khaki lavender
        colorful colourful multicolored multicoloured dark light bright pale blonde blond brunette
        reddish greenish bluish yellowish brownish whitish grayish greyish"""
    ),
    "size": _words(
        """big large small tiny little huge giant tall short long wide narrow thick thin
        medium-sized medium massive enormous miniature high low deep shallow"""
    ),
    "material": _words(
        """wooden wood metal metallic plastic glass leather brick stone concrete ceramic steel iron
        rubber paper cardboard marble tiled tile denim cotton woolen silk straw wicker stainless"""
    ),
    "shape": _words(
        """round square rectangular circular triangular oval curved straight flat pointed
        cylindrical spherical square-shaped heart-shaped hollow"""
    ),
    "pattern": _words(
        """striped checkered plaid spotted dotted floral patterned printed plain polka-dot"""
    ),
    "age": _words("young old elderly new ancient modern vintage antique middle-aged aged"),
    "state": _words(
        """open closed broken empty full wet dry clean dirty shiny smooth rough dusty rusty fresh
        ripe cooked raw sliced lit parked folded bare leafless lush grassy sandy snowy rocky
        cloudy clear sunny overcast foggy crowded busy blurry blurred framed fluffy furry curly
        soft hard hot cold warm sharp bald bearded barefoot tilted upright stacked painted
        potted cracked worn faded melted frozen hairy smiling happy sad tired calm quiet
        thirsty hungry visible asleep awake alone heavy"""
    ),
    "number": frozenset(),
    "other": _words(
        """male female adult asian african american european domestic wild stuffed electric digital
        decorative ornate cozy modern-looking sleek simple fancy traditional classic rustic
        elegant beautiful pretty lovely cute nice vibrant bold intricate detailed typical
        various several different numerous multiple similar single main additional certain
        green-leafed leafy wavy steep scenic urban rural natural artificial public private"""
    ),
}
"""Adjectives by what they are a value of."""

# Said of the describer's taste or of the picture, or counting: not properties one can check.
NOT_VALUES = _words(
    """beautiful pretty lovely cute nice vibrant bold intricate detailed typical various several
    different numerous multiple similar single main additional certain visible cozy
    elegant scenic many few some other another such same own overall more most entire whole"""
)

ADJECTIVES = frozenset[str]().union(*ATTRIBUTES.values())

# Colours and materials that are things too: adjectives only before a noun.
NOUN_ADJECTIVES = _words(
    """orange gold silver tan cream glass metal plastic leather brick stone concrete steel iron
    rubber paper cardboard marble wood tile denim cotton silk straw wicker light adult
    square violet rose"""
)

DETERMINERS = _words(
    """a an the this that these those each every some any all both either another several many few
    multiple numerous various no my your his her its our their other such certain"""
)
NUMBERS = {
    word: value
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
    )
}
PRONOUNS = _words(
    """i you he she it we they him her them us me who whom which what that this there someone
    something anyone anything everything nothing everyone nobody none themselves himself herself
    itself one ones mine yours hers theirs whose"""
)
RELATIVES = _words("who which that")
SUBJECT_PRONOUNS = _words("he she it they who which that")
CONJUNCTIONS = _words("and or but nor plus")
BREAKS = _words("while although though because since when where whereas if but so as until unless")

BE = _words("is are was were be been being 's 're isn't aren't wasn't weren't")
AUXILIARIES = BE | _words(
    """am has have had do does did can could may might must shall should will would
    don't doesn't didn't can't cannot couldn't won't wouldn't hasn't haven't shouldn't"""
)
HAVE = _words("has have had having")

ADVERBS = _words(
    """very quite rather slightly also just only still already currently clearly partially mostly
    mainly fully completely directly closely neatly brightly prominently casually gently really
    so too now then here together apart nearby outside inside outdoors indoors up down away
    around back forward ahead overhead almost nearly approximately about exactly softly simply
    there likely possibly perhaps maybe probably apparently presumably not never even further
    additionally furthermore overall however moreover finally lastly too well slowly happily"""
)

PREPOSITIONS = _phrases(
    """
    on, in, at, of, with, by, near, under, over, above, below, behind, beside, between, among,
    along, across, against, around, through, inside, outside, onto, into, from, toward, towards,
    beneath, underneath, atop, within, off, for, to, up, down, past, without, about, like, amid,
    opposite, beyond, alongside, upon, next to, close to, in front of, on top of, on the top of,
    to the left of, to the right of, on the left of, on the right of, on the left side of,
    on the right side of, at the left of, at the right of, left of, right of, on the side of,
    at the side of, by the side of, on the edge of, at the edge of, at the top of, in the top of,
    at the bottom of, on the bottom of, in the middle of, in the center of, in the centre of,
    at the center of, at the centre of, on either side of, on both sides of, at the end of,
    in the back of, on the back of, at the back of, in back of, on the front of, at the front of,
    in the corner of, at the corner of, on the surface of, inside of, outside of, out of,
    on the other side of, on the opposite side of, at the base of, at the foot of, on board of,
    in the shade of, away from, far from, full of, made of, made from, made out of, filled with,
    covered with, covered in, covered by, surrounded by, topped with, decorated with, attached to,
    connected to, adjacent to
    """
)
# What is dropped from a prepositional phrase that says where in the picture something is.
PICTURE = _phrases("image, picture, photo, photograph, scene, background, foreground, frame, view")

# Base forms of the verbs that relate or describe visible things.
VERBS = _words(
    """sit stand lie lay walk run ride hold wear carry eat drink look watch play hang lean rest
    park drive fly swim jump climb cross cover surround fill contain hold show display feature
    stretch extend reach touch pull push throw catch hit kick swing cut cook bake serve pour read
    write talk speak smile sleep wait work use open close face point place position locate set
    mount attach connect support decorate line grow stack hug kiss feed chase follow lead graze
    perch float sail surf ski skate board travel move stop turn rise fall shine reflect cast
    enjoy perform pose dress ring wrap tie lift raise wave bend kneel crouch squat gather
    arrange scatter spread pile overlook block separate divide adorn make paint print draw write
    see appear seem include consist belong remain keep have get take give put bring
    approach enter leave pass lick bite chew sniff bark glide burn light drape strap plug scoop
    load unload roll slide swirl splash drip pull tow bear depict seat engage interact prepare
    shade plant frame build construct bloom sprinkle garnish top hover peek emerge drop dig
    share type text call brush comb pet capture illustrate reveal present portray
    say tell know wash clean dry fold own occupy accompany carpet""",
)
IRREGULAR_VERBS = {
    "sat": "sit", "sitting": "sit", "stood": "stand", "lying": "lie", "lain": "lie", "laid": "lay",
    "ran": "run", "running": "run", "rode": "ride", "ridden": "ride", "held": "hold",
    "wore": "wear", "worn": "wear", "ate": "eat", "eaten": "eat", "drank": "drink",
    "hung": "hang", "leant": "lean", "drove": "drive", "driven": "drive", "flew": "fly",
    "flown": "fly", "swam": "swim", "swimming": "swim", "threw": "throw", "thrown": "throw",
    "caught": "catch", "hitting": "hit", "swung": "swing", "cutting": "cut", "wrote": "write",
    "written": "write", "slept": "sleep", "set": "set", "setting": "set", "grew": "grow",
    "grown": "grow", "led": "lead", "rose": "rise", "fell": "fall", "shone": "shine",
    "casting": "cast", "tying": "tie", "bent": "bend", "knelt": "kneel", "spread": "spread",
    "made": "make", "drew": "draw", "drawn": "draw", "saw": "see", "seen": "see", "kept": "keep",
    "has": "have", "had": "have", "getting": "get", "got": "get", "took": "take", "taken": "take",
    "gave": "give", "given": "give", "putting": "put", "brought": "bring", "left": "leave",
    "lit": "light", "bitten": "bite", "built": "build", "dug": "dig", "fed": "feed",
    "stopped": "stop", "wrapped": "wrap", "hugging": "hug", "topped": "top", "shown": "show",
    "dried": "dry", "said": "say", "told": "tell", "known": "know",
    "carried": "carry", "lined": "line", "occupied": "occupy",
}  # fmt: skip

NEGATIONS = _phrases(
    """
    no, not, none, never, without, neither, nor, nothing, nobody, isn't, aren't, wasn't, weren't,
    don't, doesn't, didn't, can't, cannot, couldn't, won't, wouldn't, hasn't, haven't, shouldn't,
    lacks, lack, lacking, absence of, absent, missing, instead of, rather than, free of, devoid of,
    fails to, unable to, isnt, arent, dont, doesnt, cant
    """
)
HEDGES = _phrases(
    """
    might, may, maybe, perhaps, possibly, probably, likely, presumably, apparently, could be,
    could have, could, would be, would, seem, seems, seemed, seemingly, appear to, appears to,
    appeared to, appears, suggests, suggest, suggesting, suggests that, indicating, implies,
    imply, implying, i think, i believe, i guess, i assume, it is unclear, unclear, unsure,
    not sure, uncertain, unknown, hard to tell, difficult to tell, difficult to determine,
    impossible to tell, if, whether, or, potentially, supposedly, must be, as if, as though,
    imagine, imagined, looks like, look like, resembling, resembles, reminiscent of, some kind of,
    some sort of, can be assumed, it is possible, can't tell, cannot tell, presumed, expected
    """
)

COMPOUNDS = _phrases(
    """
    stop sign, wine glass, cell phone, potted plant, sports ball, hot dog, teddy bear, street sign,
    traffic light, traffic sign, parking meter, fire hydrant, tennis racket, baseball bat,
    baseball glove, hair drier, hair dryer, dining table, coffee table, coffee cup, tea cup,
    trash can, trash bin, garbage can, street light, street lamp, light pole, utility pole,
    telephone pole, road sign, picture frame, window frame, door frame, polar bear, fire truck,
    dump truck, pickup truck, police car, school bus, double-decker bus, tour bus,
    passenger train, swimming pool, tennis court, tennis ball, tennis player, baseball player,
    baseball field, soccer ball, soccer player, soccer field, remote control, laptop computer,
    computer mouse, computer monitor, computer screen, computer keyboard, mobile phone,
    ice cream, orange juice, french fries, stuffed animal, wet suit, life jacket, ski pole,
    ski lift, snow board, surf board, skate board, coffee maker, coffee machine, toilet seat,
    toilet paper, paper towel, cutting board, high chair, rocking chair, office chair,
    flower pot, flower bed, night stand, night table, bed frame, book shelf, clock tower,
    church tower, water bottle, tea pot, motor bike, motor cycle, air plane, hand bag, back pack,
    sun glasses, baseball cap, cowboy hat, t-shirt, dress shirt, polo shirt, running shoes,
    stove top oven, stove top
    """
)
