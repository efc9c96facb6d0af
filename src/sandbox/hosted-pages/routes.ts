import express, { type Router } from "express"
import type { World } from "../state/world"

/** The pages that customers see. */
export function pagesRouter(_world: World): Router {
  return express.Router()
}
