// The shape of each kind, as a path around the origin.
export function bodyOf(ctx: CanvasRenderingContext2D, kind: string, size: number): void {
  ctx.beginPath();
  switch (kind) {
    case "place":
      ctx.rect(-size * 0.85, -size * 0.85, size * 1.7, size * 1.7);
      break;
    case "item":
      polygon(ctx, size, 4, 0);
      break;
    case "concept":
      polygon(ctx, size * 1.05, 3, -Math.PI / 2);
      break;
    case "faction":
    case "organization":
      polygon(ctx, size, 6, 0);
      break;
    case "event":
      ctx.roundRect(-size * 1.15, -size * 0.6, size * 2.3, size * 1.2, size * 0.6);
      break;
    default:
      ctx.arc(0, 0, size, 0, Math.PI * 2);
  }
}

function polygon(ctx: CanvasRenderingContext2D, size: number, corners: number, turn: number): void {
  for (let corner = 0; corner < corners; corner += 1) {
    const angle = turn + (corner / corners) * Math.PI * 2;
    ctx.lineTo(Math.cos(angle) * size, Math.sin(angle) * size);
  }
  ctx.closePath();
}
