import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Mail, Pencil } from 'lucide-react'
import { useState } from 'react'
import { people } from '#features/accounts/people/api.ts'
import { History } from '#features/history/History.tsx'
import { Part } from '../Part.tsx'
import { accountWords } from '../rules.ts'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Page } from '#ui/Page.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { useTitle } from '#web/title.ts'
import { parents, type LinkedChild, type ParentRecord } from './api.ts'
import { ChildRights } from './ChildRights.tsx'
import { EndLinkDialog } from './EndLinkDialog.tsx'
import { LinkSheet } from './LinkSheet.tsx'
import { MailStateLine } from './MailStateLine.tsx'
import { NamesSheet } from './NamesSheet.tsx'
import { useParentChange } from './use-parent-change.ts'
import style from './Parents.module.css'

const page = getRouteApi('/staff/centers/$centerId/parents/$parentId')

/**
 * `/centers/{centerId}/parents/{parentId}`: a parent, their children at the center, and the rights for each
 * child.
 */
export function ParentPage() {
  const { centerId, parentId } = page.useParams()
  const { data, error, isFetching, refetch } = useQuery(read(parents.one, { centerId, parentId }))
  useTitle(data ? fullName(data) : null)
  if (!data)
    return (
      <QueryState
        query={{ error, isFetching, refetch }}
        of={t('this parent')}
        lines={6}
        height="2.5rem"
        page
      />
    )
  return <Parent key={parentId} centerId={centerId} parent={data} />
}

type OpenSheet = { sheet: 'names' } | { sheet: 'link' | 'end'; child: LinkedChild } | null

function Parent({ centerId, parent }: { centerId: string; parent: ParentRecord }) {
  const [open, setOpen] = useState<OpenSheet>(null)
  const close = () => setOpen(null)
  const name = fullName(parent)
  return (
    <Page>
      <PageHead
        title={name}
        facts={
          <>
            <a href={`mailto:${parent.email}`}>{parent.email}</a> · {t(accountWords[parent.account])} ·{' '}
            {parent.children.length === 1
              ? t('1 child')
              : t('{count} children', { count: parent.children.length })}
          </>
        }
        actions={
          <>
            <Invite centerId={centerId} parent={parent} name={name} />
            <Button changes icon={<Pencil aria-hidden />} onClick={() => setOpen({ sheet: 'names' })}>
              {t('Change')}
            </Button>
          </>
        }
      />
      <MailStateLine {...parent} />
      <Part title={t('Children')}>
        <ul>
          {parent.children.map((child) => (
            <ChildRights
              key={child.studentId}
              centerId={centerId}
              parentId={parent._id}
              child={child}
              onChange={() => setOpen({ sheet: 'link', child })}
              onEnd={() => setOpen({ sheet: 'end', child })}
            />
          ))}
        </ul>
      </Part>
      <Part title={t('History')}>
        <div className={style.unfolded}>
          <History centerId={centerId} of={parent._id} summary={t('Every change and who made it')} />
        </div>
      </Part>
      {open?.sheet === 'names' && <NamesSheet centerId={centerId} parent={parent} onClose={close} />}
      {open?.sheet === 'link' && (
        <LinkSheet centerId={centerId} parent={parent} child={open.child} onClose={close} />
      )}
      {open?.sheet === 'end' && (
        <EndLinkDialog centerId={centerId} parent={parent} child={open.child} onClose={close} />
      )}
    </Page>
  )
}

function Invite({ centerId, parent, name }: { centerId: string; parent: ParentRecord; name: string }) {
  const changed = useParentChange()
  const invite = useSend(people.inviteParent, {
    onSuccess: () => {
      toast(t('Invitation created for {name}.', { name }))
      void changed()
    },
  })
  if (parent.account !== 'none' && parent.account !== 'invited') return null
  return (
    <Button
      icon={<Mail aria-hidden />}
      busy={invite.isPending}
      onClick={() => invite.mutate({ centerId, parentId: parent._id })}
    >
      {t(parent.account === 'none' ? 'Invite' : 'Invite again')}
    </Button>
  )
}
