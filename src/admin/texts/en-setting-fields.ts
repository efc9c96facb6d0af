/** What each setting is called and what it does, in English. */
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
  pre_approval_enabled: {
    label: "Pre-approvals",
    hint: "Shoppers can ask how much they may finance before there is a cart.",
  },
  pre_approval_valid_days: {
    label: "Pre-approvals can be used for",
    hint: "Days from the approval.",
  },
  pre_approval_suppress_notification: {
    label: "Hand over pre-approval links yourself",
    hint: "The service writes nothing to the customer; your storefront shows the link.",
  },
  settle: {
    label: "Settle by itself",
    hint: "Settling tells the service that the goods have shipped, and it pays you. Capturing settles at any time.",
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
    label: "Cancel what nobody signed after",
    hint: "Hours from when the application was made.",
  },
  unused_hours: {
    label: "Cancel what was signed without an order after",
    hint: "Hours from the signature.",
  },
  return_hours: {
    label: "Lead returning customers to their order for",
    hint: "Hours from when it was placed. Later the way back from the service leads to the shop's start page.",
  },
  unfulfilled_hours: {
    label: "Ask about what is shipped and not settled after",
    hint: "Hours from when the goods left, where only a line without shipping is not fulfilled.",
  },
  order_id_prefix: {
    label: "Prefix of order numbers",
    hint: "Put before the number that the service is told, such as SHOP-.",
  },
  portal_url: {
    label: "The service's page of an application",
    hint: "Its address with {token} where the token goes. Orders then have a link to it.",
  },
  own_postbacks: {
    label: "Postbacks about our own doing",
    hint: "Whether the service writes when the plugin itself settled or cancelled.",
  },
  partial_refund_items: {
    label: "Name of a partial refund's items",
    hint: "Change it only if the service asks for another one.",
  },
  polling_at_once: {
    label: "Looks at once",
    hint: "Applications that one server asks the service about at the same time.",
  },
  polling_calls_per_minute: {
    label: "Calls a minute",
    hint: "That looks by schedule may lead to, of all servers together.",
  },
  polling_schedule: {
    label: "When to look",
    hint: "How often an open application is looked at when the service does not write, step by step.",
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
