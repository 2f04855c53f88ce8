import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { copyText } from '../copy-text.ts'
import style from './CopyField.module.css'
import { t } from '#shared/language.ts'

/** Field with text to copy. The text is selected when the field gets the focus, and a button copies it. */
export const CopyField = ({ label, text }: { label: string; text: string }) => (
  <div className={`${style.field} grid gap-2`}>
    <TextField
      label={label}
      value={text}
      onChange={() => {}}
      readOnly
      onFocus={({ target }) => target.select()}
    />
    <Button reads aria-label={t('Copy: {label}', { label })} onClick={() => void copyText(text, label)}>
      {t('Copy')}
    </Button>
  </div>
)
