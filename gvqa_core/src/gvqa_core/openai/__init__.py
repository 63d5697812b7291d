"""The `openai` backend: any server that speaks the OpenAI chat protocol."""
