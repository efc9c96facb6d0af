import express, { type Response, type Router } from "express"
import { findMagic } from "../magic"
import { getCurrentLink } from "../state/application"
import type { SimulatorState } from "../state/simulator-state"
import { resolveClick } from "./resolve-click"
import { renderExitPage } from "./exit-page"
import { renderReloadScript } from "./frame-script"
import { renderLayout } from "./layout"
import { html } from "./markup"
import { renderPage } from "./render-page"
import { renderRefusedPage } from "./refused-page"
import { renderStartPage } from "./start-page"
import { readField, readVisit } from "./visit"

function sendPage(res: Response, page: string, status = 200): void {
  res
    .status(status)
    .set({ "cache-control": "no-store", "referrer-policy": "no-referrer" })
    .type("html")
    .send(page)
}

function sendErrorPage(res: Response, status: number, message: string): void {
  const content = html`<section class="card">
    <h1>This did not work</h1>
    <p class="soft">${message}</p>
  </section>`
  sendPage(res, renderLayout({ title: "This did not work", content, single: true }), status)
}

const INVALID_URL_MESSAGE = "This address is not valid, or no longer valid."

/** Serves the hosted pages. Sends no X-Frame-Options, because stores embed them in an iframe. */
export function createPagesRouter(simulator: SimulatorState): Router {
  const router = express.Router()
  router.get("/", (_req, res) => sendPage(res, renderStartPage(simulator)))

  router.get("/apply", (req, res) => {
    const visit = readVisit(simulator, req)
    if (!visit) return sendErrorPage(res, 403, INVALID_URL_MESSAGE)
    const { application } = visit
    const isWalkAway = findMagic(simulator, application)?.lastName === "Walkaway"
    if (isWalkAway && application.cancelUrl && getCurrentLink(application).status === "P") {
      return res.redirect(303, application.cancelUrl)
    }
    const { status } = getCurrentLink(application)
    sendPage(res, renderPage(visit).replace("</body>", `${renderReloadScript(status).html}</body>`))
  })

  router.get("/apply/state", (req, res) => {
    const visit = readVisit(simulator, req)
    if (!visit) return void res.status(403).end()
    const { status } = getCurrentLink(visit.application)
    res.set("cache-control", "no-store").json({ status })
  })

  router.post("/apply", express.urlencoded({ extended: false }), (req, res) => {
    const visit = readVisit(simulator, req)
    if (!visit) return sendErrorPage(res, 403, INVALID_URL_MESSAGE)
    const nextUrl = resolveClick(visit, {
      decision: readField(req.body, "decision"),
      offer: readField(req.body, "offer"),
      framedBy: readField(req.body, "framedBy"),
      seen: readField(req.body, "seen"),
    })
    if (!nextUrl) return sendErrorPage(res, 409, "This step is not possible any more.")
    res.redirect(303, nextUrl)
  })

  router.get("/apply/done", (req, res) => {
    const visit = readVisit(simulator, req)
    if (!visit) return sendErrorPage(res, 403, INVALID_URL_MESSAGE)
    const to = req.query.to === "cancel" ? "cancel" : "return"
    sendPage(
      res,
      renderExitPage(visit.application, { to, framedBy: readField(req.query, "framedBy") })
    )
  })

  router.get("/refused/:id", (req, res) => {
    const refusal = simulator.refusals.get(req.params.id)
    if (!refusal) return sendErrorPage(res, 404, INVALID_URL_MESSAGE)
    sendPage(res, renderRefusedPage(simulator, refusal))
  })
  return router
}
