import type { Flow } from "./flows"

/** Opening steps of a history, by the state that they lead to. */
export const OPENINGS = {
  hosted: {
    nothing: [],
    applied: ["choose"],
    signed: ["choose", "sign"],
    "under review": ["choose", "review", "complete"],
    paid: ["choose", "sign", "complete"],
    captured: ["choose", "sign", "complete", "capture"],
  },
  full: {
    nothing: [],
    offered: ["apply"],
    signed: ["apply", "choose-offer", "sign"],
    "under review": ["apply", "review", "complete"],
    paid: ["apply", "choose-offer", "sign", "complete"],
    captured: ["apply", "choose-offer", "sign", "complete", "capture"],
  },
  request: {
    nothing: [],
    asked: ["ask"],
    signed: ["ask", "sign"],
    paid: ["ask", "sign", "look"],
    captured: ["ask", "sign", "look", "capture"],
  },
  "pre-approval": {
    asked: ["ask-pre-approval", "bring"],
    approved: ["ask-pre-approval", "bring", "pre-approve"],
    attached: ["ask-pre-approval", "bring", "pre-approve", "choose"],
    signed: ["ask-pre-approval", "bring", "pre-approve", "choose", "sign"],
    paid: ["ask-pre-approval", "bring", "pre-approve", "choose", "sign", "complete"],
    captured: ["ask-pre-approval", "bring", "pre-approve", "choose", "sign", "complete", "capture"],
  },
} as const satisfies Record<Flow, Record<string, readonly string[]>>

type Openings = typeof OPENINGS
/** A step of an opening. */
export type OpeningStep = {
  [Each in Flow]: Openings[Each][keyof Openings[Each]] extends readonly (infer Name)[]
    ? Name
    : never
}[Flow]
