import { useState } from "react"
import type { FinancingApplication, FinancingOffer } from "../answers"
import { type ClassNames, namesOf } from "./class-names"
import { told, useDollars, useFinancing } from "./financing-context"
import { refusedIn } from "./sentences"
import { fillPlaceholders } from "./texts"

type Piece = "legend" | "offer" | "term" | "facts" | "choose" | "sign" | "message"

export type FinancingOffersProps = ClassNames<Piece> & {
  /** An application with offers, from `getApplication` or the shop's own form. */
  application: FinancingApplication
  /** Receives the application after an offer was selected. The shopper signs at its `contract_url`. */
  onSelected?: (application: FinancingApplication) => void
}

/** Shows the offers side by side, with monthly payments and terms of the lease and the loan. */
export function FinancingOffers(props: FinancingOffersProps) {
  const { application, onSelected } = props
  const { calls, texts } = useFinancing()
  const getClassName = namesOf("offers", props)
  const [chosen, setChosen] = useState<FinancingApplication | null>(null)
  const [pendingOfferId, setPendingOfferId] = useState<number | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const current = chosen ?? application

  const choose = async (offerId: number) => {
    if (pendingOfferId !== null) return
    setPendingOfferId(offerId)
    setMessage(null)
    const { selectOffer } = calls
    const choice = { cartId: application.cart_id, applicationId: application.id, offerId }
    const answer = selectOffer ? await told(selectOffer(choice)) : null
    setPendingOfferId(null)
    if (!answer?.ok) return setMessage(answer ? refusedIn(answer, texts) : texts.failed)
    setChosen(answer.value)
    onSelected?.(answer.value)
  }
  return (
    <section className={getClassName()} aria-label={texts.offers.legend}>
      <h2 className={getClassName("legend")}>{texts.offers.legend}</h2>
      <ul>
        {current.offers.map((offer) => {
          const isChosen = offer.id === current.selected_offer_id
          return (
            <li key={offer.id} className={getClassName("offer")} data-chosen={isChosen}>
              <OfferFacts offer={offer} name={getClassName} />
              <button
                type="button"
                className={getClassName("choose")}
                aria-pressed={isChosen}
                aria-busy={pendingOfferId === offer.id}
                onClick={() => void choose(offer.id)}
              >
                {isChosen ? texts.offers.chosen : texts.offers.choose}
              </button>
            </li>
          )
        })}
      </ul>
      <p className={getClassName("message")} role="alert">
        {message}
      </p>
      {current.contract_url === null ? null : (
        <a className={getClassName("sign")} href={current.contract_url}>
          {texts.offers.sign}
        </a>
      )}
    </section>
  )
}

type OfferFactsProps = { offer: FinancingOffer; name: (piece?: Piece) => string }

/** Shows only the facts that the service returned. */
function OfferFacts({ offer, name }: OfferFactsProps) {
  const { texts, language } = useFinancing()
  const formatDollars = useDollars()
  const labels = texts.offers
  const months = (count: number) => fillPlaceholders(labels.months, { months: String(count) })
  const formatPayments = (payment: number | null, count: number | null) =>
    [
      payment === null
        ? null
        : fillPlaceholders(labels.perMonth, { amount: formatDollars(payment) }),
      count === null ? null : months(count),
    ]
      .filter((one) => one !== null)
      .join(" · ")
  const formatRate = (percent: number) =>
    new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 3 }).format(
      percent / 100
    )
  const hasLease = offer.lease_payment !== null || offer.lease_months !== null
  const hasLoan = offer.loan_payment !== null || offer.loan_months !== null
  const facts: [string, string | null][] = [
    [labels.lease, hasLease ? formatPayments(offer.lease_payment, offer.lease_months) : null],
    [labels.residual, offer.residual === null ? null : formatDollars(offer.residual)],
    [labels.loan, hasLoan ? formatPayments(offer.loan_payment, offer.loan_months) : null],
    [labels.loanRate, offer.loan_rate === null ? null : formatRate(offer.loan_rate)],
  ]
  return (
    <>
      {offer.term_months === null ? null : (
        <h3 className={name("term")}>{months(offer.term_months)}</h3>
      )}
      <dl className={name("facts")}>
        {facts.map(([label, value]) =>
          value === null ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          )
        )}
      </dl>
    </>
  )
}
