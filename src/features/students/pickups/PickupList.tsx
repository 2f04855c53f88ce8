import { Trash2, UserPlus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { Form } from '#ui/Form.tsx'
import { PhoneLink } from '#ui/PhoneLink.tsx'
import { TextField } from '#ui/TextField.tsx'
import { longest } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import style from './PickupList.module.css'

/** A person in the list; `mayRemove` is false for people whom only the office can remove. */
export type ListedPickup = {
  id: string
  name: string
  relationship: string
  phone: string
  mayRemove: boolean
}

type PickupListProps = { people: readonly ListedPickup[]; onRemove: (id: string) => void; busy: boolean }

/**
 * People who may pick up a child. Those with `mayRemove` can be removed with a button, after confirmation.
 */
export function PickupList({ people, onRemove, busy }: PickupListProps) {
  const [asking, setAsking] = useState<ListedPickup | null>(null)
  return (
    <>
      <ul className={style.people}>
        {people.map((person) => (
          <li key={person.id} className="row middle apart gap-3 breakable">
            <span>
              <strong>{person.name}</strong>
              {person.relationship && <span className="quiet">, {t(person.relationship)}</span>}
              {person.phone && (
                <>
                  {' '}
                  <PhoneLink phone={person.phone} />
                </>
              )}
            </span>
            {person.mayRemove && (
              <Button
                changes
                kind="quiet"
                icon={<Trash2 aria-hidden />}
                aria-label={t('Remove {name}', { name: person.name })}
                onClick={() => setAsking(person)}
              />
            )}
          </li>
        ))}
      </ul>
      {asking && (
        <Dialog
          open
          title={t('Remove {name}?', { name: asking.name })}
          onClose={() => setAsking(null)}
          actions={
            <>
              <Button onClick={() => setAsking(null)}>{t('Keep')}</Button>
              <Button
                kind="danger"
                busy={busy}
                onClick={() => {
                  onRemove(asking.id)
                  setAsking(null)
                }}
              >
                {t('Remove')}
              </Button>
            </>
          }
        >
          <p>{t('{name} will no longer be allowed to pick up the child.', { name: asking.name })}</p>
        </Dialog>
      )}
    </>
  )
}

export const AddPickupButton = ({ onClick }: { onClick: () => void }) => (
  <Button kind="quiet" icon={<UserPlus aria-hidden />} onClick={onClick}>
    {t('Add a person')}
  </Button>
)

type Draft = { name: string; relationship: string; phone: string }
type PickupDialogProps = {
  busy: boolean
  error: Error | null
  onSave: (draft: Draft) => void
  onClose: () => void
  /** Field for choosing the center, shown if the child is at more than one. */
  children?: ReactNode
}

/** Dialog for adding a person who may pick up the child. */
export function PickupDialog({ busy, error, onSave, onClose, children }: PickupDialogProps) {
  const formId = useId()
  const [draft, setDraft] = useState<Draft>({ name: '', relationship: '', phone: '' })
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  return (
    <Dialog
      open
      title={t('Who may pick up')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} busy={busy}>
            {t('Add')}
          </Button>
        </>
      }
    >
      <Form id={formId} className="grid gap-4" onSubmit={() => onSave(draft)}>
        {children}
        <TextField
          label={t('Name')}
          maxLength={longest.name}
          value={draft.name}
          onChange={(name) => set({ name })}
        />
        <TextField
          label={t('Relationship')}
          hint={t('For example, grandmother or neighbor.')}
          required={false}
          maxLength={40}
          value={draft.relationship}
          onChange={(relationship) => set({ relationship })}
        />
        <TextField
          label={t('Phone')}
          type="tel"
          required={false}
          maxLength={64}
          value={draft.phone}
          onChange={(phone) => set({ phone })}
        />
        {error && (
          <p className="error-text" role="alert">
            {sentenceFor(error)}
          </p>
        )}
      </Form>
    </Dialog>
  )
}
