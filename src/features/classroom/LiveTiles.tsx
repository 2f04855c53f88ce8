import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Tiles } from './Tiles.tsx'
import { useTiles } from './use-tiles.ts'

/** Live view of a class today, for the office. `root` is the base URL of the students' pages. */
export function LiveTiles({ classId, root }: { classId: string; root: string }) {
  const { data, error, isFetching, refetch } = useTiles(classId)
  if (data) return <Tiles tiles={data.tiles} classId={classId} root={root} />
  return <QueryState query={{ error, isFetching, refetch }} of={t('the class')} lines={4} height="6rem" />
}
