import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { copyText } from '../copy-text.ts'
import style from './CopyField.module.css'

/** A text to copy: it is selected when it gets the focus, and a button copies it. */
export const CopyField = ({ label, text }: { label: string; text: string }) => (
  <div className={`${style.field} grid gap-2`}>
    <TextField
      label={label}
      value={text}
      onChange={() => {}}
      readOnly
      onFocus={({ target }) => target.select()}
    />
    <Button reads aria-label={`Copy: ${label}`} onClick={() => void copyText(text, label)}>
      Copy
    </Button>
  </div>
)
