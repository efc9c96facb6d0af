// The shopper came back to the shop inside the frame: go on in the whole window.
if (window.top !== window.self) window.top.location.replace(window.location.href)

// The service's page in a frame reports how it ended: "pt-close" when the shopper closed it,
// {message: "pt-confirmation"} when the application is finished.
const frame = document.getElementById("application")
if (frame) {
  window.addEventListener("message", (event) => {
    const isTheService =
      event.origin === frame.dataset.origin && event.source === frame.contentWindow
    if (!isTheService) return
    if (event.data === "pt-close") window.location.assign(frame.dataset.closed)
    if (event.data?.message === "pt-confirmation") document.getElementById("finished").submit()
  })
}
