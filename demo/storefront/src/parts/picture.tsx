import type { ReactNode } from "react"

const WOOD = "#9a6a45"
const DARK = "#6b4428"

type Drawing = { ground: string; floor: string; shapes: ReactNode }

/** Drawings by product handle, on a canvas of 400 × 320. */
const DRAWINGS: Record<string, Drawing> = {
  "harbor-sofa": {
    ground: "#e8e1d2",
    floor: "#dbd1bd",
    shapes: (
      <>
        <rect x="74" y="118" width="252" height="96" rx="26" fill="#2d5a4c" />
        <rect x="92" y="132" width="106" height="74" rx="16" fill="#37705f" />
        <rect x="202" y="132" width="106" height="74" rx="16" fill="#37705f" />
        <rect x="84" y="184" width="232" height="48" rx="14" fill="#3f7d6a" />
        <path d="M200 186v44" stroke="#2d5a4c" strokeWidth="3" />
        <rect x="54" y="158" width="48" height="84" rx="20" fill="#2a5346" />
        <rect x="298" y="158" width="48" height="84" rx="20" fill="#2a5346" />
        <rect
          x="112"
          y="150"
          width="52"
          height="46"
          rx="9"
          fill="#d99f5b"
          transform="rotate(-8 138 173)"
        />
        <path d="M82 240l-6 24M318 240l6 24" stroke={DARK} strokeWidth="9" strokeLinecap="round" />
      </>
    ),
  },
  "walnut-desk": {
    ground: "#dde4de",
    floor: "#cdd7cf",
    shapes: (
      <>
        <rect x="60" y="150" width="280" height="16" rx="4" fill={DARK} />
        <path d="M82 166l-8 98M318 166l8 98" stroke={DARK} strokeWidth="9" strokeLinecap="round" />
        <rect x="206" y="166" width="106" height="44" rx="3" fill={WOOD} />
        <path d="M212 188h94" stroke={DARK} strokeWidth="2.5" />
        <path d="M250 177h18M250 199h18" stroke="#e5c9a0" strokeWidth="4" strokeLinecap="round" />
        <rect x="100" y="138" width="66" height="6" rx="2" fill="#c65d3b" />
        <rect x="106" y="130" width="56" height="8" rx="2" fill="#e8e1d2" />
        <path d="M286 150v-22" stroke="#3f7d6a" strokeWidth="4" />
        <path
          d="M286 130c-18 0-22-16-20-28 14 2 20 12 20 28zm0-6c14-2 20-14 18-28-14 2-20 14-18 28z"
          fill="#3f7d6a"
        />
        <path d="M274 138h24l-4 14h-16z" fill="#c65d3b" />
      </>
    ),
  },
  "oak-bookcase": {
    ground: "#ecdcc9",
    floor: "#e0cbb2",
    shapes: (
      <>
        <rect x="128" y="48" width="144" height="218" rx="6" fill={WOOD} />
        <path d="M140 60h120v58H140zM140 128h120v58H140zM140 196h120v60H140z" fill="#5d3a22" />
        <path d="M148 118V76h11v42zM174 118V70h14v48zM218 118V80h10v38z" fill="#3f7d6a" />
        <path d="M160 118V84h12v34zM204 118V74h12v44zM160 186v-40h13v40z" fill="#d99f5b" />
        <path d="M189 118V66h13v52zM148 186v-34h10v34zM230 256v-44h12v44z" fill="#c65d3b" />
        <circle cx="226" cy="164" r="21" fill="#e8e1d2" />
        <path d="M150 256v-30h46v30z" fill="#e5c9a0" />
        <path d="M216 256v-48h11v48zM244 256v-38h10v38z" fill="#e8e1d2" />
      </>
    ),
  },
  "reading-lamp": {
    ground: "#f2e5c6",
    floor: "#e6d5ac",
    shapes: (
      <>
        <path d="M150 128h100l58 136H92z" fill="#fff6d8" opacity=".75" />
        <path d="M200 120v136" stroke="#3b3a36" strokeWidth="7" />
        <path d="M166 62h68l26 66H140z" fill="#c65d3b" />
        <path d="M140 128h120" stroke="#9d4427" strokeWidth="6" strokeLinecap="round" />
        <ellipse cx="200" cy="260" rx="52" ry="9" fill="#3b3a36" />
      </>
    ),
  },
  "television-55": {
    ground: "#dbdfe6",
    floor: "#c9cfd9",
    shapes: (
      <>
        <rect x="72" y="58" width="256" height="148" rx="8" fill="#1f2430" />
        <rect x="80" y="66" width="240" height="132" rx="3" fill="#2f5d7c" />
        <path d="M80 198l64-70 44 42 40-56 92 84z" fill="#20435c" />
        <circle cx="270" cy="100" r="17" fill="#f0c987" />
        <rect x="48" y="218" width="304" height="42" rx="5" fill={WOOD} />
        <path d="M150 218v42M250 218v42" stroke={DARK} strokeWidth="3" />
        <rect x="176" y="206" width="48" height="12" fill="#1f2430" />
      </>
    ),
  },
  "laptop-14": {
    ground: "#e5dfe8",
    floor: "#d6cedb",
    shapes: (
      <>
        <rect x="104" y="82" width="192" height="132" rx="10" fill="#3b3a46" />
        <rect x="113" y="91" width="174" height="114" rx="3" fill="#8d7bb0" />
        <path d="M113 205l66-66 38 36 28-24 42 42v12z" fill="#5e4d83" />
        <path d="M78 214h244l18 30a9 9 0 0 1-8 13H68a9 9 0 0 1-8-13z" fill="#c9c6d2" />
        <path d="M166 240h68l5 12h-78z" fill="#a9a5b6" />
      </>
    ),
  },
  "protection-plan": {
    ground: "#dfe8dd",
    floor: "#cfdbcd",
    shapes: (
      <>
        <path d="M200 58l86 28v66c0 58-36 92-86 112-50-20-86-54-86-112V86z" fill="#2d5a4c" />
        <path d="M200 78l68 22v52c0 46-28 73-68 90z" fill="#37705f" />
        <path
          d="M164 160l27 28 48-56"
          fill="none"
          stroke="#f2e5c6"
          strokeWidth="14"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </>
    ),
  },
}

const DEFAULT_DRAWING: Drawing = {
  ground: "#e8e1d2",
  floor: "#dbd1bd",
  shapes: <path d="M110 130l90-44 90 44v100l-90 44-90-44z" fill={WOOD} />,
}

/** A drawing of a product. Decorative, because the product's name is next to it. */
export function Picture({ handle }: { handle?: string | null }) {
  const drawing = DRAWINGS[handle ?? ""] ?? DEFAULT_DRAWING
  return (
    <svg className="picture" viewBox="0 0 400 320" aria-hidden="true">
      <rect width="400" height="320" fill={drawing.ground} />
      <rect y="244" width="400" height="76" fill={drawing.floor} />
      <ellipse cx="200" cy="266" rx="150" ry="10" fill="#000" opacity=".1" />
      {drawing.shapes}
    </svg>
  )
}
