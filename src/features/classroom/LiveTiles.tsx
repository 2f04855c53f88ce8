import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { sentenceFor } from '#web/snack.tsx'
import { Tiles } from './Tiles.tsx'
import { useTiles } from './use-tiles.ts'

/** A class of today as it works, for the office; `root` is the address that its students' pages stand below. */
export function LiveTiles({ classId, root }: { classId: string; root: string }) {
  const { data, error, isFetching, refetch } = useTiles(classId)
  if (data) return <Tiles tiles={data.tiles} classId={classId} root={root} />
  if (!error) return <Skeleton label="Loading the students" lines={4} height="6rem" />
  return <ErrorState title="The class can’t be shown live." message={sentenceFor(error)} busy={isFetching} onRetry={() => void refetch()} />
}
