import type { ShopperCode } from "../../domain/shopper-codes"
import type { CheckoutStep, FinancingApplication, FinancingState, PreApproval } from "../answers"
import type { FieldKey, FieldOption } from "./application-fields"

/** What the parts say of themselves. `{from}`, `{to}`, `{amount}`, `{months}`, `{date}` are filled in. */
export type Texts = {
  testMode: string
  /** Beside a price, by which limits there are. */
  lineBetween: string
  lineFrom: string
  lineTo: string
  line: string
  continue: string
  working: string
  resume: string
  chooseAnother: string
  tryAgain: string
  /** After a decline: files a new application. */
  applyAgain: string
  close: string
  dialogTitle: string
  /** Before `openInWindow`, in a dialog whose page may have stayed blank. */
  nothingHere: string
  openInWindow: string
  failed: string
  titles: Record<FinancingState | "ordered" | "cart-changed" | "not-placed", string>
  // In a language that the shop does not speak: instead of its own sentences. Null to show those.
  messages: Record<ShopperCode, string> | null
  applications: Record<FinancingApplication["status"], string> | null
  preApprovals: Record<PreApproval["status"], string> | null
  reasons: Record<string, string> | null
  missing: Record<CheckoutStep, string> | null
  /** What is wrong with a field of a form, by code, with `{limit}`; and above all of them. */
  problems: Partial<Record<string, string>> | null
  correct: string | null
  /** Why a call was refused, by HTTP's status. */
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
    /** Shows the number, which is masked. */
    show: string
    /** Where the shopper has not agreed to the lender's text. */
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

/** Fills `{names}` in. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
