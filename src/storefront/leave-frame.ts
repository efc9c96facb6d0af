/**
 * Leaves the frame in which the service's page was shown, so that the browser sends the cart's cookie. Call it on the
 * pages that shoppers return to.
 */
export function leaveFrame(): void {
  if (window.top && window.top !== window.self) {
    window.top.location.replace(window.location.href)
  }
}
