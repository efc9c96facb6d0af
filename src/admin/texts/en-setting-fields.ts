export const settingFields = {
  environment: { label: "Environment", hint: "Where new applications are made." },
  checkout_title: { label: "Title", hint: "The name of the payment method in the checkout." },
  checkout_description: { label: "Description", hint: "One or two sentences below the title." },
  minimum_amount: {
    label: "Smallest total",
    hint: "In dollars, with delivery and taxes. Carts below it are not offered financing.",
  },
  maximum_amount: {
    label: "Largest total",
    hint: "In dollars, with delivery and taxes. Carts above it are not offered financing.",
  },
  excluded_product_ids: {
    label: "Products without financing",
    hint: "A cart with one of them is not offered financing.",
  },
  excluded_category_ids: {
    label: "Categories without financing",
    hint: "The same for every product of them, and of the categories below them.",
  },
  excluded_customer_group_ids: {
    label: "Customer groups without financing",
    hint: "Their customers are not offered financing.",
  },
  excluded_states: {
    label: "States without financing",
    hint: "Two letters each, such as CA, NY. Customers who live there are not offered financing.",
  },
  exclude_gift_cards: {
    label: "Gift cards without financing",
    hint: "A cart with a gift card in it is not offered financing. One that pays for a part does not count.",
  },
  full_application_enabled: {
    label: "Application form of your own",
    hint: "Shoppers apply in your storefront instead of the service's page. It brings social security numbers to your server.",
  },
  loan_rate_unit: {
    label: "Unit of the loan rate",
    hint: "How the service writes the rate of an offer. Ask the service first: a wrong unit shows shoppers a wrong rate.",
  },
  pre_approval_enabled: {
    label: "Pre-approvals",
    hint: "Shoppers can ask how much they may finance before there is a cart.",
  },
  pre_approval_valid_days: {
    label: "Pre-approvals can be used for",
    hint: "Days from the approval.",
  },
  pre_approval_suppress_notification: {
    label: "Do not let the service write to customers",
    hint: "The service writes nothing to the customer; your storefront shows the link.",
  },
  settle: {
    label: "Request payment automatically",
    hint: "The service is told that the goods have shipped, and pays you. You can request it at any time, too.",
  },
  on_decline: {
    label: "When an order is declined",
    hint: "An order that was placed while the service was still reviewing.",
  },
  on_late_approval: {
    label: "When an approval comes too late",
    hint: "The cart has changed since, or its order was cancelled.",
  },
  unsigned_hours: {
    label: "Unsigned applications expire after",
    hint: "Hours from when the application was made.",
  },
  unused_hours: {
    label: "Signed applications without an order expire after",
    hint: "Hours from the signature.",
  },
  declined_hours: {
    label: "A decline is repeated for",
    hint: "Hours in which an unchanged cart gets the same answer without a call, unless the customer asks to apply again.",
  },
  return_hours: {
    label: "Returning customers see their order for",
    hint: "Hours from when it was placed. Later the way back from the service leads to the shop's start page.",
  },
  unfulfilled_hours: {
    label: "Ask about shipped orders without a payment request after",
    hint: "Hours from when the goods left, where only a line without shipping is not fulfilled.",
  },
  order_id_prefix: {
    label: "Prefix of order numbers",
    hint: "Put before the number that the service is told, such as SHOP-.",
  },
  portal_url: {
    label: "Link to the service's portal",
    hint: "Its address, with {token} in place of the application number. Orders then have a link to it.",
  },
  own_postbacks: {
    label: "Messages about our own actions",
    hint: "Whether the service also writes when we requested a payment or cancelled.",
  },
  partial_refund_items: {
    label: "Name of a partial refund's items",
    hint: "Change it only if the service asks for another one.",
  },
  polling_at_once: {
    label: "Parallel status checks",
    hint: "Applications that one server asks the service about at the same time.",
  },
  polling_calls_per_minute: {
    label: "Calls a minute",
    hint: "For scheduled status checks, of all servers together.",
  },
  polling_schedule: {
    label: "Status check schedule",
    hint: "How often an open application is checked when the service does not write, step by step.",
  },
  staff_to: {
    label: "Send messages to staff to",
    hint: "An e-mail address, or what your channel takes. Without it, messages appear in the dashboard's bell only.",
  },
  staff_channel: {
    label: "Channel of messages to staff",
    hint: "Such as email or slack, as your notification provider names it.",
  },
  time_zone: {
    label: "Time zone of your days",
    hint: "Such as America/New_York: days of the payout report, the overview, the files and the daily digest begin in it. Without it, in the server's.",
  },
  staff_language: {
    label: "Language of messages to staff",
    hint: "Everyone gets them in this language, in the bell and by e-mail.",
  },
  message_ready_to_ship: {
    label: "Message: ready to ship",
    hint: "The customer has signed, and the order can be shipped.",
  },
  message_decision_needed: {
    label: "Message: decision needed",
    hint: "A case was opened that a person has to decide.",
  },
  message_service_unavailable: {
    label: "Message: financing unavailable",
    hint: "The service refuses the shop's credentials, or does not answer.",
  },
  message_daily_digest: {
    label: "Message: daily digest",
    hint: "Each morning what there is to do. Nothing is sent when there is nothing to do.",
  },
  template_staff: {
    label: "Template for staff",
    hint: "Its name or id at your notification provider.",
  },
  template_request: {
    label: "Template for a financing request",
    hint: "It holds the customer's link.",
  },
  template_link: {
    label: "Template for a link to continue",
    hint: "It holds the customer's link.",
  },
}

export const schedule = {
  every: "Every (seconds)",
  lasting: "For (seconds)",
  step: "Step",
  add: "Add a step",
  remove: "Remove step",
  steps: "steps",
  until: "until",
}
