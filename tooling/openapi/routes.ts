import { ADDRESS_ROUTES } from "./address-routes"
import { LINK_ROUTES } from "./link-routes"
import { OVERVIEW_ROUTES } from "./overview-routes"
import { REQUEST_ROUTES } from "./request-routes"
import { SETTING_ROUTES } from "./setting-routes"
import { CONFIG_ROUTES } from "./config-routes"
import { ELIGIBILITY_ROUTES } from "./eligibility-routes"
import { FULL_APPLICATION_ROUTES } from "./full-application-routes"
import { PRE_APPROVAL_ROUTES } from "./pre-approval-routes"
import { STATUS_ROUTES } from "./status-routes"
import type { RouteDocument } from "./route-document"

/** Every route of the store and admin API. Add new routes to one of these lists. */
export const ROUTES: readonly RouteDocument[] = [
  ...CONFIG_ROUTES,
  ...ELIGIBILITY_ROUTES,
  ...STATUS_ROUTES,
  ...FULL_APPLICATION_ROUTES,
  ...PRE_APPROVAL_ROUTES,
  ...REQUEST_ROUTES,
  ...OVERVIEW_ROUTES,
  ...ADDRESS_ROUTES,
  ...LINK_ROUTES,
  ...SETTING_ROUTES,
]
