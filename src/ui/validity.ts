/** Properties of a control that determine its error. */
type Checked = {
  validity: Partial<ValidityState>
  validationMessage: string
  type: string
  min?: string
  max?: string
  minLength?: number
  title?: string
}

/** Returns a control's error in the product's words, or null. */
export function faultIn({
  validity,
  validationMessage,
  type,
  min,
  max,
  minLength,
  title,
}: Checked): string | null {
  if (validity.customError) return validationMessage
  if (validity.valueMissing && type === 'checkbox') return 'Check this box to continue.'
  if (validity.valueMissing) return type.startsWith('select') ? 'Choose one.' : 'Fill this in.'
  if (validity.typeMismatch)
    return type === 'email' ? 'Enter an email address such as name@example.com.' : 'This can’t be read.'
  if (validity.badInput) return 'Enter a number.'
  if (validity.rangeUnderflow) return `At least ${min}.`
  if (validity.rangeOverflow) return `At most ${max}.`
  if (validity.stepMismatch) return 'Enter a whole number.'
  if (validity.tooShort) return `Enter at least ${minLength} characters.`
  if (validity.valid === false) return title ? title : 'This isn’t valid. Please check it.'
  return null
}
