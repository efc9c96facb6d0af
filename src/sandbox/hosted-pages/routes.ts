import express, { type Response, type Router } from "express"
import { findMagic } from "../magic"
import { currentTokenOf } from "../state/application"
import type { World } from "../state/world"
import { decideOnPage } from "./decide-on-page"
import { farewellPage } from "./farewell-page"
import { followScript } from "./frame-script"
import { layout } from "./layout"
import { html } from "./markup"
import { pageFor } from "./page-for"
import { refusedPage } from "./refused-page"
import { startPage } from "./start-page"
import { readField, readVisit } from "./visit"

function show(res: Response, page: string, status = 200): void {
  res
    .status(status)
    .set({ "cache-control": "no-store", "referrer-policy": "no-referrer" })
    .type("html")
    .send(page)
}

function showProblem(res: Response, status: number, words: string): void {
  const content = html`<section class="card">
    <h1>This did not work</h1>
    <p class="soft">${words}</p>
  </section>`
  show(res, layout({ title: "This did not work", content, single: true }), status)
}

const WRONG_ADDRESS = "This address is not valid, or no longer valid."

/** Serves the hosted pages. Sends no X-Frame-Options, because stores embed them in an iframe. */
export function pagesRouter(world: World): Router {
  const router = express.Router()
  router.get("/", (_req, res) => show(res, startPage(world)))

  router.get("/apply", (req, res) => {
    const visit = readVisit(world, req)
    if (!visit) return showProblem(res, 403, WRONG_ADDRESS)
    const { application } = visit
    const walksAway = findMagic(world, application)?.lastName === "Walkaway"
    if (walksAway && application.cancelUrl && currentTokenOf(application).status === "P") {
      return res.redirect(303, application.cancelUrl)
    }
    const { status } = currentTokenOf(application)
    show(res, pageFor(visit).replace("</body>", `${followScript(status).html}</body>`))
  })

  router.get("/apply/state", (req, res) => {
    const visit = readVisit(world, req)
    if (!visit) return void res.status(403).end()
    const { status } = currentTokenOf(visit.application)
    res.set("cache-control", "no-store").json({ status })
  })

  router.post("/apply", express.urlencoded({ extended: false }), (req, res) => {
    const visit = readVisit(world, req)
    if (!visit) return showProblem(res, 403, WRONG_ADDRESS)
    const next = decideOnPage(visit, {
      decision: readField(req.body, "decision"),
      offer: readField(req.body, "offer"),
      framedBy: readField(req.body, "framedBy"),
      seen: readField(req.body, "seen"),
    })
    if (!next) return showProblem(res, 409, "This step is not possible any more.")
    res.redirect(303, next)
  })

  router.get("/apply/done", (req, res) => {
    const visit = readVisit(world, req)
    if (!visit) return showProblem(res, 403, WRONG_ADDRESS)
    const to = req.query.to === "cancel" ? "cancel" : "return"
    show(res, farewellPage(visit.application, { to, framedBy: readField(req.query, "framedBy") }))
  })

  router.get("/refused/:id", (req, res) => {
    const refusal = world.refusals.get(req.params.id)
    if (!refusal) return showProblem(res, 404, WRONG_ADDRESS)
    show(res, refusedPage(world, refusal))
  })
  return router
}
