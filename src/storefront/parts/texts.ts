import type { ShopperCode } from "../../domain/shopper-codes"
import type { CheckoutStep, FinancingApplication, FinancingState, PreApproval } from "../answers"
import type { FieldKey, FieldOption } from "./application-fields"

/** The parts' texts. Placeholders are `{from}`, `{to}`, `{amount}`, `{months}` and `{date}`. */
export type Texts = {
  testMode: string
  /** The line next to a price, depending on the configured limits. */
  lineBetween: string
  lineFrom: string
  lineTo: string
  line: string
  continue: string
  working: string
  resume: string
  chooseAnother: string
  tryAgain: string
  /** The button after a decline that files a new application. */
  applyAgain: string
  close: string
  dialogTitle: string
  /** Precedes `openInWindow` in a dialog whose page may have stayed blank. */
  nothingHere: string
  openInWindow: string
  failed: string
  titles: Record<FinancingState | "ordered" | "cart-changed" | "not-placed", string>
  // These replace the shop's messages in other languages. Null shows the shop's messages.
  messages: Record<ShopperCode, string> | null
  applications: Record<FinancingApplication["status"], string> | null
  preApprovals: Record<PreApproval["status"], string> | null
  reasons: Record<string, string> | null
  missing: Record<CheckoutStep, string> | null
  /** Problems of form fields by code, with the placeholder `{limit}`. `correct` is the message above them. */
  problems: Partial<Record<string, string>> | null
  correct: string | null
  /** Reasons for refused calls, by HTTP status. */
  refused: Partial<Record<number, string>> | null
  offers: {
    legend: string
    term: string
    lease: string
    loan: string
    perMonth: string
    months: string
    residual: string
    loanRate: string
    choose: string
    chosen: string
    sign: string
  }
  application: {
    groups: Record<"personal" | "employment" | "residence", string>
    fields: Record<FieldKey, string>
    options: Record<FieldOption, string>
    pick: string
    /** The button that shows the masked number. */
    show: string
    /** Shown if the shopper has not agreed to the lender's text. */
    agree: string
    apply: string
  }
  preApproval: {
    title: string
    intro: string
    firstName: string
    lastName: string
    email: string
    phone: string
    ask: string
    upTo: string
    until: string
    apply: string
  }
}

/** Replaces `{name}` placeholders by their values. Unknown placeholders stay. */
export const fillPlaceholders = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
