import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import type * as answers from "../answers"
import * as client from "../client"
import type { ApplicationForm, PreApprovalForm } from "../forms"
import { toResult, type Result } from "../result"
import type { StoreSdk } from "../sdk"
import { CartWatches } from "./cart-watches"
import { EN } from "./english"
import { ES } from "./spanish"
import type { Texts } from "./texts"

type MaybeResult<Value> = Promise<Value | Result<Value>>
type ApplyResult = Awaited<ReturnType<typeof client.applyInFull>>
type PreApprovalResult = Awaited<ReturnType<typeof client.requestPreApproval>>

/** The calls that the parts make, through the SDK in the browser or your own server actions. */
export type FinancingCalls = {
  getConfig: () => MaybeResult<answers.FinancingConfig>
  getEligibility: (cartId: string) => MaybeResult<answers.FinancingEligibility>
  startFinancing: (
    cartId: string,
    providerId?: string,
    again?: boolean
  ) => MaybeResult<answers.StartedFinancing>
  getStatus: (cartId: string) => MaybeResult<answers.CartFinancing>
  getMyApplications: () => MaybeResult<answers.OpenApplication[]>
  getApplication: (cartId: string) => MaybeResult<answers.FinancingApplication | null>
  selectOffer: (choice: {
    cartId: string
    applicationId: string
    offerId: number
  }) => MaybeResult<answers.FinancingApplication>
  applyInFull: (given: { cartId: string; form: ApplicationForm }) => MaybeResult<ApplyResult>
  requestPreApproval: (form: PreApprovalForm) => MaybeResult<PreApprovalResult>
  claimPreApproval: (given: { cartId: string; claim: string }) => MaybeResult<answers.PreApproval>
}

const callsBySdk = new WeakMap<StoreSdk, FinancingCalls>()

/** Returns the same functions for the same SDK, so that providers share caches keyed by function. */
function getSdkCalls(sdk: StoreSdk): FinancingCalls {
  const calls = callsBySdk.get(sdk) ?? createSdkCalls(sdk)
  callsBySdk.set(sdk, calls)
  return calls
}

const createSdkCalls = (sdk: StoreSdk): FinancingCalls => ({
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

/** Resolves a call of the SDK or of a server action to a result. Errors become values with a message. */
export async function told<Value extends object | null>(
  call: MaybeResult<Value>
): Promise<Result<Value>> {
  const result = await toResult(call)
  if (!result.ok) return result
  const { value } = result
  return value !== null && "ok" in value ? value : { ok: true, value }
}

type Financing = {
  calls: Partial<FinancingCalls>
  /** Null if the parts request it themselves. */
  config: answers.FinancingConfig | null
  watches: CartWatches
  /** Shows the order to the shopper. */
  showOrder: (financing: answers.CartFinancing) => void
  texts: Texts
  /** A BCP 47 language tag, for amounts and dates. */
  language: string
}

const Context = createContext<Financing | null>(null)

export type FinancingProviderProps = {
  /** The instance of `@medusajs/js-sdk`, if the browser calls Medusa directly. */
  sdk?: StoreSdk
  /** Replace the SDK's calls, for example by server actions. Without its call, a part shows that it is unavailable. */
  calls?: Partial<FinancingCalls>
  /** The result of `getConfig` on the server. The parts then render there and do not request it. */
  config?: answers.FinancingConfig | null
  /** Shows a paid order. Defaults to opening the order's page from the plugin's `storefrontPaths`. */
  onOrder?: (orderId: string) => void
  /** `en` and `es` are built in. For other languages, pass `texts`. */
  language?: string
  texts?: Partial<Texts>
  children?: ReactNode
}

/** Provides the calls, the texts and one shared view of each cart's financing to the parts below it. */
export function FinancingProvider({
  sdk,
  calls,
  config = null,
  onOrder,
  language = "en",
  texts,
  children,
}: FinancingProviderProps) {
  const availableCalls = useMemo(
    () => ({ ...(sdk ? getSdkCalls(sdk) : {}), ...calls }),
    [sdk, calls]
  )
  const latest = useRef({ calls: availableCalls, onOrder })
  latest.current = { calls: availableCalls, onOrder }
  const [watches] = useState(
    () =>
      new CartWatches(() => {
        const { getStatus } = latest.current.calls
        return getStatus && (async (cartId) => await unwrapResult(getStatus(cartId)))
      })
  )
  // A page from the browser's back-forward cache shows an outdated status.
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) watches.restartAll()
    }
    window.addEventListener("pageshow", handlePageShow)
    return () => window.removeEventListener("pageshow", handlePageShow)
  }, [watches])
  const financing = useMemo(() => {
    const defaultTexts = language.toLowerCase().startsWith("es") ? ES : EN
    return {
      calls: availableCalls,
      config,
      watches,
      showOrder: (status: answers.CartFinancing) => showOrder(status, latest.current.onOrder),
      texts: { ...defaultTexts, ...texts },
      language: language === "en" ? "en-US" : language === "es" ? "es-US" : language,
    }
  }, [availableCalls, config, watches, language, texts])
  return <Context.Provider value={financing}>{children}</Context.Provider>
}

/** Returns the value of a call. @throws Error with the HTTP status, like the SDK's calls */
async function unwrapResult<Value extends object>(call: MaybeResult<Value>): Promise<Value> {
  const answer = await told(call)
  if (answer.ok) return answer.value
  throw Object.assign(new Error(answer.message), { status: answer.status })
}

function showOrder(
  { order_id: orderId, order_url: url }: answers.CartFinancing,
  onOrder?: (orderId: string) => void
): void {
  if (orderId === null) return
  if (onOrder) return onOrder(orderId)
  // The order's page may show a status part itself: do not reload it in a loop.
  if (url !== null && url !== window.location.href) window.location.assign(url)
}

export function useFinancing(): Financing {
  const financing = useContext(Context)
  if (!financing) throw new Error("Put the parts of the financing kit into a FinancingProvider.")
  return financing
}

/** Returns a function that formats dollars in the provider's language, without cents for whole dollars. */
export function useDollars(): (amount: number) => string {
  const { language } = useFinancing()
  return (amount) =>
    new Intl.NumberFormat(language, {
      style: "currency",
      currency: "USD",
      minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
    }).format(amount)
}
