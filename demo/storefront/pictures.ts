import { Html } from "./html"

/** Line drawings on a 48 × 48 grid, by a product's handle. */
const DRAWINGS: Record<string, string> = {
  "harbor-sofa":
    "M8 24v-6a4 4 0 0 1 4-4h24a4 4 0 0 1 4 4v6M5 26a3.5 3.5 0 0 1 7 0v4h24v-4a3.5 3.5 0 0 1 7 0v10H5zM10 36v3M38 36v3M24 14v16",
  "walnut-desk": "M5 16h38v4H5zM8 20v20M40 20v20M26 20v12h14M26 26h14M32 23h2M32 29h2",
  "oak-bookcase": "M11 6h26v36H11zM11 18h26M11 30h26M16 9v9M20 11v7M30 20l3 10M18 33v9M22 35v7",
  "reading-lamp": "M16 42h16M24 42V22M14 22l5-14h10l5 14zM30 22v8",
  "television-55": "M5 9h38v25H5zM17 40h14M24 34v6",
  "laptop-14": "M10 11h28v20H10zM5 36h38l-4-5H9z",
  "protection-plan": "M24 6l15 5v11c0 10-6 16-15 20C15 38 9 32 9 22V11zM17 24l5 5 9-10",
}

const BOX = "M8 16l16-8 16 8v17l-16 8-16-8zM8 16l16 8 16-8M24 24v17"

/** A drawing of a product. Decoration only: its name stands beside it. */
export function pictureOf(handle: string | null | undefined): Html {
  const path = DRAWINGS[handle ?? ""] ?? BOX
  return new Html(
    `<svg class="picture" viewBox="0 0 48 48" aria-hidden="true"><path d="${path}"/></svg>`
  )
}
