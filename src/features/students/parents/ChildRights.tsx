import { Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useContext } from 'react'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { PhoneLink } from '#ui/PhoneLink.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { ReadOnly } from '#ui/read-only.ts'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { parents, type LinkedChild } from './api.ts'
import { rightWords } from './fields.ts'
import { type ParentRight, rights } from './parent-rights.ts'
import { useParentChange } from './use-parent-change.ts'
import style from './Parents.module.css'

type ChildRightsProps = {
  centerId: string
  parentId: string
  child: LinkedChild
  onChange: () => void
  onEnd: () => void
}

/** One child of a parent, with their link and the parent's rights. Changes take effect immediately. */
export function ChildRights({ centerId, parentId, child, onChange, onEnd }: ChildRightsProps) {
  const { studentId, studentNum, avatar, relationship, phone, phoneType } = child
  const name = fullName(child)
  return (
    <li className="cluster middle gap-2-4 pad-3-4 ruled">
      <Avatar name={avatar} label={name} size={40} decorative />
      <div className={`${style.who} stack breakable grow`}>
        <Link
          to="/centers/$centerId/parents/$parentId/students/$studentId"
          params={{ centerId, parentId, studentId }}
          className={`${style.name} inline-row middle bold ink target no-underline`}
        >
          {name}
        </Link>
        <span className="quiet" data-figures>
          {[t('Number {studentNum}', { studentNum }), t(relationship)].join(' · ')}
          {phone && (
            <>
              {' · '}
              <span className="nowrap">
                <PhoneLink phone={phone} /> {t(phoneType)}
              </span>
            </>
          )}
        </span>
        <span className="quiet">
          {t(child.mails ? 'Wants email from the center' : 'Doesn’t want email from the center')}
        </span>
      </div>
      <fieldset className={`${style.rights} cluster middle gap-2-4`}>
        <legend className="visually-hidden">{t('Permissions for {name}', { name })}</legend>
        {rights.map((right) => (
          <RightSwitch
            key={right}
            centerId={centerId}
            parentId={parentId}
            child={child}
            right={right}
            name={name}
          />
        ))}
      </fieldset>
      <div className={`${style.actions} cluster middle gap-2-4`}>
        <Button changes kind="quiet" aria-label={t('Change the link to {name}', { name })} onClick={onChange}>
          {t('Change')}
        </Button>
        <Button changes kind="quiet" aria-label={t('Unlink {name}', { name })} onClick={onEnd}>
          {t('Unlink')}
        </Button>
      </div>
    </li>
  )
}

type RightSwitchProps = Pick<ChildRightsProps, 'centerId' | 'parentId' | 'child'> & {
  right: ParentRight
  name: string
}

function RightSwitch({ centerId, parentId, child, right, name }: RightSwitchProps) {
  const readOnly = useContext(ReadOnly)
  const changed = useParentChange()
  const change = useSend(parents.changeLink, {
    onSuccess: async (_, { [right]: given }) => {
      const which = { right: t(rightWords[right]), name }
      toast(given ? t('{right} ({name}): yes.', which) : t('{right} ({name}): no.', which))
      await changed()
    },
  })
  return (
    <Switch
      label={t(rightWords[right])}
      // Show the new choice until the parent is refetched.
      checked={change.isPending ? change.variables[right] : child[right]}
      disabled={change.isPending || readOnly !== null}
      onChange={({ currentTarget }) =>
        change.mutate({ centerId, parentId, studentId: child.studentId, [right]: currentTarget.checked })
      }
    />
  )
}
