import { t } from '#shared/language.ts'
import { toast } from './toast.tsx'

/**
 * Copies text to the clipboard and shows the result in a toast. `name` says what was copied, such as `Link`.
 */
export async function copyText(text: string, name: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast(t('{what} copied.', { what: name }))
  } catch {
    toast(t('Couldn’t copy. Please select the text and copy it yourself.'), 'warn')
  }
}
