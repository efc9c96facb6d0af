/** The module's key in Medusa's container. */
export const CONSUMER_FINANCING = "consumerFinancing"
