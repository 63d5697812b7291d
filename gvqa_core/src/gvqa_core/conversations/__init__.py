"""Follow-up questions: made to stand alone, answered with what was Grounded before."""

from gvqa_core.conversations.conversation import Conversation, Exchange

__all__ = ["Conversation", "Exchange"]
