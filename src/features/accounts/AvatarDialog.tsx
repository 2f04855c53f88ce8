import { Check } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { fullName } from '#shared/full-name.ts'
import { avatarLabel, avatars } from '#shared/avatars.ts'
import { t } from '#shared/language.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { Versions } from '#ui/Versions.tsx'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import type { User } from './api.ts'
import style from './AvatarDialog.module.css'
import { Notice } from './Notice.tsx'
import type { Avatar as AvatarName } from './rules.ts'
import { useUserChange } from './use-user.ts'

const form = () => ({
  draftOf: ({ avatar }: User) => ({ avatar }),
  words: { avatar: [t('Animal'), avatarLabel] } as const,
  facts: { [t('Name')]: fullName },
})

/** Dialog for choosing one of the 37 animal pictures (spec §3). */
export function AvatarDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const formId = useId()
  const { draft, set, save, busy, error, differences } = useUserChange(user, form(), () => {
    toast(t('Picture saved.'))
    onClose()
  })
  const chosen = draft.avatar
  return (
    <Dialog
      open
      title={t('Choose your animal')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} busy={busy}>
            {t('Choose the {animal}', { animal: avatarLabel(chosen).toLowerCase() })}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className="stack gap-3"
        onSubmit={() => {
          save(draft)
        }}
      >
        {error && <Notice kind={differences ? 'warn' : 'error'}>{sentenceFor(error)}</Notice>}
        <Versions differences={differences} />
        <Animals chosen={chosen} onChoose={(avatar) => set({ avatar })} />
      </Form>
    </Dialog>
  )
}

/** Radio buttons for the animals, with the focus on the current one. */
export function Animals({ chosen, onChoose }: { chosen: AvatarName; onChoose: (name: AvatarName) => void }) {
  const name = useId()
  const animals = useRef<HTMLFieldSetElement>(null)
  // The dialog focuses the first animal when it opens. This moves the focus to the current animal, which may
  // be further down.
  useEffect(() => animals.current?.querySelector<HTMLInputElement>(':checked')?.focus(), [])
  return (
    <fieldset ref={animals} className={`${style.animals} grid gap-2`}>
      <legend className="visually-hidden">{t('Animals')}</legend>
      {avatars.map((each) => (
        <label key={each} className={`${style.animal} grid gap-1 small text-center rounded`}>
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === chosen}
            onChange={() => onChoose(each)}
          />
          <Avatar name={each} label={avatarLabel(each)} size={56} decorative />
          {avatarLabel(each)}
          {each === chosen && <Check aria-hidden />}
        </label>
      ))}
    </fieldset>
  )
}
