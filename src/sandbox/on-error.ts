import type { ErrorRequestHandler, Response } from "express"

/** An Express error handler; `answer` returns false for errors that are not its own. */
export function onError(answer: (error: unknown, res: Response) => boolean): ErrorRequestHandler {
  // Express tells error handlers from others by their four parameters.
  // oxlint-disable-next-line max-params
  return (error: unknown, _req, res, next) => {
    if (!answer(error, res)) next(error)
  }
}
