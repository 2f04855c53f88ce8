import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AddPickupButton, PickupList, PickupDialog } from '#features/students/pickups/PickupList.tsx'
import { t } from '#shared/language.ts'
import { Field } from '#ui/Field.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import type { ChildRecord } from '../api.ts'
import style from '../Family.module.css'
import { familyPickups } from './api.ts'
import { noPickupRight } from './pickup-right.ts'

/**
 * List of people other than the parents who may pick up a child. A parent who may pick up the child can add
 * people.
 */
export function ChildPickups({ child }: { child: ChildRecord }) {
  const { _id: id, firstName, centers, pickupCenters } = child
  const queries = useQueryClient()
  const { data, ...query } = useQuery(read(familyPickups.list, { id }))
  const [isAdding, setAdding] = useState(false)
  const [picked, setCenter] = useState<string | null>(null)
  const centerId = picked ?? pickupCenters[0] ?? ''
  const mayAdd = pickupCenters.length > 0
  const changed = () => queries.invalidateQueries({ queryKey: [familyPickups.list.path] })
  const add = useSend(familyPickups.add, {
    onSuccess: ({ name }) => {
      void changed()
      setAdding(false)
      toast(t('{name} can now pick up {firstName}.', { name, firstName }))
    },
    onError: () => {},
  })
  const remove = useSend(familyPickups.remove, { onSuccess: () => void changed() })
  return (
    <section className={`${style.panel} grid column gap-4 pad-5 surface ink`} aria-labelledby="pickups">
      <h2 id="pickups">{t('Who may pick up {firstName}', { firstName })}</h2>
      {!data && (
        <QueryState query={query} of={t('the people who may pick up your child')} lines={1} height="2.5rem" />
      )}
      {data?.length === 0 && mayAdd && <p className="quiet">{t('Only the parents so far.')}</p>}
      {data && data.length > 0 && (
        <PickupList
          people={data.map(({ _id, mine, center, relationship, ...person }) => ({
            ...person,
            id: _id,
            mayRemove: mine,
            relationship:
              centers.length > 1 ? [relationship, center].filter(Boolean).join(', ') : relationship,
          }))}
          busy={remove.isPending}
          onRemove={(pickupId) => remove.mutate({ id, pickupId })}
        />
      )}
      {mayAdd ? (
        <div>
          <AddPickupButton onClick={() => setAdding(true)} />
        </div>
      ) : (
        <p className="quiet">{noPickupRight()}</p>
      )}
      {isAdding && (
        <PickupDialog
          busy={add.isPending}
          error={add.error}
          onSave={(draft) => add.mutate({ id, centerId, ...draft })}
          onClose={() => setAdding(false)}
        >
          {pickupCenters.length > 1 && (
            <Field label={t('Center')}>
              {(wiring) => (
                <select {...wiring} value={centerId} onChange={({ target }) => setCenter(target.value)}>
                  {pickupCenters.map((center) => (
                    <option key={center}>{center}</option>
                  ))}
                </select>
              )}
            </Field>
          )}
        </PickupDialog>
      )}
    </section>
  )
}
