export { ApplicationForm, type ApplicationFormProps } from "./parts/application-form"
export { applicationRules, type Zod } from "./parts/application-rules"
