import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { Animals } from '#features/accounts/AvatarDialog.tsx'
import { avatarLabel } from '#shared/avatars.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { family, type ChildRecord } from './api.ts'
import style from './Family.module.css'

/**
 * Settings a parent can change for a child: the avatar, and whether the parent gets the center's emails about
 * the child.
 */
export function ChildSettings({ child }: { child: ChildRecord }) {
  const [choosing, setChoosing] = useState(false)
  const name = child.firstName
  const change = useChildChange(({ mails }) =>
    toast(
      mails
        ? t('You’ll get email from the center about {name}.', { name })
        : t('You won’t get email about {name} anymore.', { name }),
    ),
  )
  return (
    <section className={`${style.panel} grid column gap-4 pad-5 surface ink`} aria-labelledby="settings">
      <h2 id="settings">{t('Picture and email')}</h2>
      <Button onClick={() => setChoosing(true)}>{t('Change picture')}</Button>
      <label className={`${style.wish} row top gap-3 target`}>
        <input
          type="checkbox"
          // Shows the new choice until the child is reloaded.
          checked={change.isPending ? change.variables.mails : child.settings.mails}
          disabled={change.isPending}
          onChange={({ target }) => change.mutate({ id: child._id, mails: target.checked })}
        />
        <span>
          {t('Send me email about {name}', { name })}
          <small>
            {t('News from the center and canceled classes. You’ll always get email about your own account.')}
          </small>
        </span>
      </label>
      <Link to="/parent" hash="email-settings" className="inline-row middle target">
        {t('All email settings')}
      </Link>
      {choosing && <PictureDialog child={child} onClose={() => setChoosing(false)} />}
    </section>
  )
}

type Settings = Pick<ChildRecord, 'avatar'> & Pick<ChildRecord['settings'], 'mails'>

function useChildChange(onSaved: (after: Settings) => void) {
  const queries = useQueryClient()
  return useSend(family.changeChild, {
    onSuccess: async (after) => {
      await Promise.all(
        [family.child, family.children].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })),
      )
      onSaved(after)
    },
  })
}

function PictureDialog({ child, onClose }: { child: ChildRecord; onClose: () => void }) {
  const formId = useId()
  const [avatar, setAvatar] = useState(child.avatar)
  const change = useChildChange(() => {
    toast(t('Picture saved.'))
    onClose()
  })
  return (
    <Dialog
      open
      title={t('Choose an animal for {firstName}', { firstName: child.firstName })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} busy={change.isPending}>
            {t('Use the {animal}', { animal: avatarLabel(avatar).toLowerCase() })}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={() => {
          change.mutate({ id: child._id, avatar })
        }}
      >
        <Animals chosen={avatar} onChoose={setAvatar} />
      </Form>
    </Dialog>
  )
}
