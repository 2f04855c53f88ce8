import { t } from '#shared/language.ts'

/** Properties of a control that determine its error. */
type ControlState = {
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
}: ControlState): string | null {
  if (validity.customError) return validationMessage
  if (validity.valueMissing && type === 'checkbox') return t('Check this box to continue.')
  if (validity.valueMissing) return type.startsWith('select') ? t('Choose one.') : t('Fill this in.')
  if (validity.typeMismatch)
    return type === 'email'
      ? t('Enter an email address such as name@example.com.')
      : t('Enter a web address such as https://example.com.')
  if (validity.badInput) return t('Enter a number.')
  if (validity.rangeUnderflow) return t('At least {min}.', { min })
  if (validity.rangeOverflow) return t('At most {max}.', { max })
  if (validity.stepMismatch) return t('Enter a whole number.')
  if (validity.tooShort) return t('Enter at least {minLength} characters.', { minLength })
  if (validity.valid === false) return title ? title : t('This isn’t valid. Please check it.')
  return null
}
