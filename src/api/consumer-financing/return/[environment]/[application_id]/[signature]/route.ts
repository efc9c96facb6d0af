import { handleReturn } from "../../../../handle-return"

/** The shopper finished at the service: checks the status, places the order if possible, and redirects. */
export const GET = handleReturn("return")

/** The same for a service that returns the shopper with a form, whose body is ignored. */
export const POST = GET
