import { createContext, type ReactNode, useContext, useMemo } from "react"
import type * as answers from "../answers"
import * as client from "../client"
import type { ApplicationForm, PreApprovalForm } from "../forms"
import { asResult, type Result } from "../result"
import type { StoreSdk } from "../sdk"
import { EN } from "./english"
import { ES } from "./spanish"
import type { Texts } from "./texts"

type Given<Value> = Promise<Value | Result<Value>>
type Applied = Awaited<ReturnType<typeof client.applyInFull>>
type Requested = Awaited<ReturnType<typeof client.requestPreApproval>>

/** What the parts ask for: of the SDK in the browser, or of server actions of your own. */
export type FinancingCalls = {
  getConfig: () => Given<answers.FinancingConfig>
  getEligibility: (cartId: string) => Given<answers.FinancingEligibility>
  startFinancing: (
    cartId: string,
    providerId?: string,
    again?: boolean
  ) => Given<answers.StartedFinancing>
  getStatus: (cartId: string) => Given<answers.CartFinancing>
  getMyApplications: () => Given<answers.OpenApplication[]>
  getApplication: (cartId: string) => Given<answers.FinancingApplication | null>
  selectOffer: (choice: {
    cartId: string
    applicationId: string
    offerId: number
  }) => Given<answers.FinancingApplication>
  applyInFull: (given: { cartId: string; form: ApplicationForm }) => Given<Applied>
  requestPreApproval: (form: PreApprovalForm) => Given<Requested>
  claimPreApproval: (given: { cartId: string; claim: string }) => Given<answers.PreApproval>
}

const overSdk = (sdk: StoreSdk): FinancingCalls => ({
  getConfig: () => client.getConfig(sdk),
  getEligibility: (cartId) => client.getEligibility(sdk, cartId),
  startFinancing: (cartId, providerId, again) =>
    client.startFinancing(sdk, cartId, {
      ...(providerId ? { provider_id: providerId } : {}),
      again,
    }),
  getStatus: (cartId) => client.getStatus(sdk, cartId),
  getMyApplications: () => client.getMyApplications(sdk),
  getApplication: (cartId) => client.getApplication(sdk, cartId),
  selectOffer: (choice) => client.selectOffer(sdk, choice),
  applyInFull: (given) => client.applyInFull(sdk, given),
  requestPreApproval: (form) => client.requestPreApproval(sdk, form),
  claimPreApproval: (given) => client.claimPreApproval(sdk, given),
})

/** Whoever answers, errors come back as values with a sentence. */
export async function told<Value extends object | null>(
  call: Given<Value>
): Promise<Result<Value>> {
  const answered = await asResult(call)
  if (!answered.ok) return answered
  const { value } = answered
  return value !== null && "ok" in value ? value : { ok: true, value }
}

type Financing = {
  calls: Partial<FinancingCalls>
  texts: Texts
  /** A BCP 47 tag, for amounts and dates. */
  language: string
}

const Context = createContext<Financing | null>(null)

export type FinancingProviderProps = {
  /** Of `@medusajs/js-sdk`, where the browser asks Medusa itself. */
  sdk?: StoreSdk
  /** Where a server asks: these instead. A part whose call is missing says that it is not available. */
  calls?: Partial<FinancingCalls>
  /** `en` and `es` are there; for others, give `texts`. */
  language?: string
  texts?: Partial<Texts>
  children?: ReactNode
}

/** What the parts below it ask with, and the words that they use. */
export function FinancingProvider({
  sdk,
  calls,
  language = "en",
  texts,
  children,
}: FinancingProviderProps) {
  const financing = useMemo(() => {
    const words = language.toLowerCase().startsWith("es") ? ES : EN
    return {
      calls: { ...(sdk ? overSdk(sdk) : {}), ...calls },
      texts: { ...words, ...texts },
      language: language === "en" ? "en-US" : language === "es" ? "es-US" : language,
    }
  }, [sdk, calls, language, texts])
  return <Context.Provider value={financing}>{children}</Context.Provider>
}

export function useFinancing(): Financing {
  const financing = useContext(Context)
  if (!financing) throw new Error("Put the parts of the financing kit into a FinancingProvider.")
  return financing
}

/** Dollars as people of a language write them, without cents where there are none. */
export function useDollars(): (amount: number) => string {
  const { language } = useFinancing()
  return (amount) =>
    new Intl.NumberFormat(language, {
      style: "currency",
      currency: "USD",
      minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
    }).format(amount)
}
