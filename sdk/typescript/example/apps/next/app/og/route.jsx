// A route of @vercel/og with one import changed.
import { ImageResponse } from "@platenhq/platen/og";

export function GET(request) {
  const title = new URL(request.url).searchParams.get("title") ?? "Launch day";
  return new ImageResponse(
    <div tw="flex h-full w-full items-center justify-center bg-slate-900 text-white" style={{ fontSize: 80 }}>{title}</div>,
  );
}
