"""MLX backend for gvqa: captions with mlx-vlm, drafts with mlx-lm."""
