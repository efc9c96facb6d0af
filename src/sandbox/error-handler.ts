import type { ErrorRequestHandler, Response } from "express"

/** Creates an Express error handler. `answer` returns false for errors that it does not handle. */
export function createErrorHandler(
  answer: (error: unknown, res: Response) => boolean
): ErrorRequestHandler {
  // Express recognizes error handlers by their four parameters.
  // oxlint-disable-next-line max-params
  return (error: unknown, _req, res, next) => {
    if (!answer(error, res)) next(error)
  }
}
