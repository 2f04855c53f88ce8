import { useQuery } from '@tanstack/react-query'
import { counted, listed } from '#shared/text.ts'
import { t, translateSentence } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { BulletList } from '#ui/BulletList.tsx'
import { TypedNameDialog } from '#ui/TypedNameDialog.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { erasing, type Preview } from './api.ts'
import { sameName } from '../erasure-words.ts'

type EraseDialogProps = {
  id: string
  /** The person's unescaped name. */
  name: string
  onErased: () => void
  onClose: () => void
}

/**
 * Lists the data that will be erased permanently, and the anonymous records that will be kept. The user must
 * type the person's name to confirm.
 */
export function EraseDialog({ id, name, onErased, onClose }: EraseDialogProps) {
  const { data, error, isFetching, refetch } = useQuery({ ...read(erasing.preview, { id }), staleTime: 0 })
  const send = useSend(erasing.erase, {
    onSuccess: ({ erased }) => {
      toast(t('{persons} erased.', { persons: counted(erased, 'person') }).replace('persons', 'people'))
      onErased()
    },
    onError: () => {},
  })
  return (
    <TypedNameDialog
      title={t('Erase {name} permanently?', { name })}
      name={name}
      accepts={(typed) => sameName(typed, name)}
      action={t('Erase permanently')}
      busy={send.isPending}
      error={send.error}
      loading={
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('the stored data')}
          lines={5}
          height="1.25rem"
        />
      }
      onConfirm={(typed) => {
        send.mutate({ id, name: typed })
      }}
      onClose={onClose}
    >
      {data ? <ErasureSummary of={data} /> : null}
    </TypedNameDialog>
  )
}

const ErasureSummary = ({ of: { goes, parents, owing, stays } }: { of: Preview }) => (
  <>
    <p>
      {t(
        'This takes effect right away and can’t be undone. If an older backup is restored later, the data is erased again.',
      )}
    </p>
    <h3>{t('What will be erased')}</h3>
    <BulletList lines={goes.map(translateSentence)} />
    {parents.length > 0 && <Parents names={parents} />}
    {owing.length > 0 && (
      <p className="warn-ground pad-2-3 rounded">
        {t(
          'Not settled under Billing: {names}. Settle these first, because afterward nobody can tell whose accounts they were.',
          { names: listed(owing) },
        )}
      </p>
    )}
    {stays.length > 0 && <h3>{t('What we keep: statistics without names')}</h3>}
    <BulletList lines={stays.map(translateSentence)} />
  </>
)

const Parents = ({ names }: { names: readonly string[] }) => (
  <p>
    {names.length === 1
      ? t('{names} will also be erased because this is their only child here.', { names: listed(names) })
      : t('{names} will also be erased because they have no other children here.', { names: listed(names) })}
  </p>
)
