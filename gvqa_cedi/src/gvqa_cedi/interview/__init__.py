"""The interview: context, examiner, evaluatee, runner."""
