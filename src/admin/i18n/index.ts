import { en } from "../texts/en"
import { es } from "../texts/es"

/** The dashboard lays these among its own texts, under the plugin's name. */
export default {
  en: { consumerFinancing: en },
  es: { consumerFinancing: es },
}
