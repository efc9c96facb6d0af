export const states = {
  created: "Started",
  "awaiting-customer": "Waiting for the customer",
  "under-review": "Under review",
  "ready-to-settle": "Ready to ship",
  settling: "Payment requested",
  funded: "Paid out",
  "partly-refunded": "Partly refunded",
  refunded: "Refunded",
  declined: "Declined",
  cancelled: "Cancelled",
  expired: "Expired",
  "needs-attention": "Needs attention",
}
