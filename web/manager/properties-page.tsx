import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import type { ListedProperty } from '../../events/api.ts'
import type { PropertyDraft } from '../../domain/property.ts'
import { newRequestKey } from '../api.ts'
import { paths } from '../paths.ts'
import { manager } from '../texts/manager.ts'
import { properties } from '../texts/properties.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { callAsManager, keys, requestOf, wordsOf } from './manager-api.ts'
import { takeProperty } from './property-cache.ts'
import { clearDraft, emptyFields, fieldsOf, keepDraft, restoreDraft } from './property-draft.ts'
import { PropertyForm } from './property-form.tsx'
import { PropertyRow } from './property-row.tsx'
import { useShowRefusal } from './use-switch-property.ts'

/** `/properties`: the list, and the form to add (`?add`) or edit (`?edit=id`) one. */
export function PropertiesPage() {
  const [search, setSearch] = useSearchParams()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.properties,
    queryFn: () => callAsManager('listProperties', {}),
    // A calendar just linked is read within minutes; its state should show without a reload.
    refetchInterval: 30_000,
  })
  const isAdding = search.has('add')
  const close = () => setSearch({})

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <PageTitle>{properties.title}</PageTitle>
          <p className="mt-2 text-ink-soft">{properties.subtitle}</p>
        </div>
        <Button
          aria-expanded={isAdding}
          look={isAdding ? 'quiet' : 'action'}
          onClick={() => (isAdding ? close() : setSearch({ add: '' }))}
        >
          {isAdding ? <X aria-hidden /> : <Plus aria-hidden />}
          {isAdding ? properties.closeForm : properties.add}
        </Button>
      </div>
      <div className="mt-8 grid gap-8">
        {isAdding && <AddForm onDone={close} />}
        {data ? (
          <PropertyList
            list={data.properties}
            editedId={search.get('edit')}
            isAdding={isAdding}
            onEdit={(propertyId) => setSearch({ edit: propertyId })}
            onDone={close}
          />
        ) : error ? (
          <ErrorState
            title={properties.loadFailed}
            detail={wordsOf(error)}
            requestId={requestOf(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <ListSkeleton />
        )}
      </div>
    </>
  )
}

interface PropertyListProps {
  list: ListedProperty[]
  editedId: string | null
  isAdding: boolean
  onEdit: (propertyId: string) => void
  onDone: () => void
}

function PropertyList({ list, editedId, isAdding, onEdit, onDone }: PropertyListProps) {
  if (list.length === 0)
    return isAdding ? null : <EmptyState title={properties.empty}>{properties.emptyBody}</EmptyState>
  return (
    <ul aria-label={properties.list} className="border-t border-rule">
      {list.map((property) =>
        property.id === editedId ? (
          <li key={property.id} className="border-b border-rule py-4">
            <EditForm property={property} onDone={onDone} />
          </li>
        ) : (
          <PropertyRow key={property.id} property={property} onEdit={() => onEdit(property.id)} />
        ),
      )}
    </ul>
  )
}

function AddForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const showRefusal = useShowRefusal()
  // One key for as long as the form is open: pressed twice or sent again, it adds one property.
  const [key] = useState(newRequestKey)
  const [draft] = useState(restoreDraft)

  const save = async (given: PropertyDraft) => {
    const saved = await callAsManager('createProperty', { body: { ...given, key } })
    takeProperty(client, saved)
    void client.invalidateQueries({ queryKey: keys.dashboard })
    clearDraft()
    sayAdded(saved)
    onDone()
  }

  // Beyond what the plan covers a property is kept, but switched off (decision D8): its manager must hear why.
  const sayAdded = ({ isActive }: ListedProperty) =>
    isActive
      ? toast('success', properties.toasts.added, { description: properties.toasts.addedBody })
      : toast('info', properties.toasts.added, {
          description: properties.toasts.addedPaused,
          action: { label: manager.subscribe, onClick: () => void navigate(paths.profile) },
        })

  return (
    <PropertyForm
      title={properties.form.addTitle}
      note={draft ? properties.form.draftRestored : undefined}
      initial={draft ?? emptyFields()}
      submit={properties.form.save}
      save={save}
      onEdit={keepDraft}
      onCancel={() => {
        clearDraft()
        onDone()
      }}
      onRefused={(fault) => showRefusal(properties.toasts.addFailed, fault)}
    />
  )
}

function EditForm({ property, onDone }: { property: ListedProperty; onDone: () => void }) {
  const client = useQueryClient()
  const showRefusal = useShowRefusal()

  useEffect(clearDraft, [])

  const save = async (given: PropertyDraft) => {
    takeProperty(
      client,
      await callAsManager('updateProperty', { params: { propertyId: property.id }, body: given }),
    )
    void client.invalidateQueries({ queryKey: keys.calendar(property.id) })
    toast('success', properties.toasts.updated, { description: properties.toasts.updatedBody })
    onDone()
  }

  return (
    <PropertyForm
      title={properties.form.editTitle}
      initial={fieldsOf(property)}
      submit={properties.form.saveEdit}
      save={save}
      onCancel={onDone}
      onRefused={(fault) => showRefusal(properties.toasts.updateFailed, fault)}
    />
  )
}

function ListSkeleton() {
  return (
    <div className="border-t border-rule">
      <LoadingNote />
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="flex items-center gap-4 border-b border-rule py-4">
          <Skeleton className="size-14 rounded-md sm:size-16" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-5 w-48" />
            <Skeleton className="h-4 w-32" />
          </div>
          <Skeleton className="h-7 w-12 rounded-full" />
        </div>
      ))}
    </div>
  )
}
