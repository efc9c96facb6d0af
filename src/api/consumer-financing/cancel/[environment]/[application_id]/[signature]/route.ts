import { handleReturn } from "../../../../handle-return"

/** The shopper left the service's page: checks the status and redirects. */
export const GET = handleReturn("cancel")

/** The same for a service that returns the shopper with a form, whose body is ignored. */
export const POST = GET
