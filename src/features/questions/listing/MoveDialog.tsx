import { type FormEvent, useState } from 'react'
import type { QuestionLine } from '../api.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'

type MoveDialogProps = {
  lines: readonly QuestionLine[]
  onMove: (behind: number) => void
  onClose: () => void
}

/** Dialog that asks where to move questions within their section. */
export function MoveDialog({ lines, onMove, onClose }: MoveDialogProps) {
  const [text, setText] = useState('')
  const isNum = /^\d{1,4}$/.test(text.trim())
  const go = (event: FormEvent) => {
    event.preventDefault()
    if (!isNum) return
    onMove(Number(text))
    onClose()
  }
  const one = lines.length === 1 ? lines[0] : undefined
  return (
    <Dialog
      open
      title={
        one
          ? t('Move question {num}', { num: one.num })
          : t('Move {count} questions', { count: lines.length })
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            form="move"
            reason={isNum ? null : t('Enter a question number first.')}
          >
            {t('Move')}
          </Button>
        </>
      }
    >
      <Form id="move" onSubmit={go}>
        <TextField
          label={t('After question number')}
          hint={t('Enter 0 for the beginning of the section.')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={text}
          onChange={setText}
          error={text === '' || isNum ? null : t('Enter a question number, such as 12.')}
          autoFocus
        />
      </Form>
    </Dialog>
  )
}
