import { AttributeType, ProjectionType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import type { BucketProps, IBucket } from 'aws-cdk-lib/aws-s3'
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { indexes } from '../lambdas/table/keys.ts'
import type { Parameters } from './parameters.ts'
import { accept } from './rules.ts'

const text = (name: string) => ({ name, type: AttributeType.STRING })
const index = (indexName: string) => ({
  indexName,
  partitionKey: text(`${indexName}pk`),
  sortKey: text(`${indexName}sk`),
})

/** What must outlive everything else: the one table and the logos. Both stay when the stack is deleted. */
export class Storage extends Construct {
  readonly table: TableV2
  readonly logos: IBucket

  constructor(scope: Construct, id: string, props: { parameters: Parameters }) {
    super(scope, id)

    this.table = new TableV2(this, 'table', {
      partitionKey: text('pk'),
      sortKey: text('sk'),
      globalSecondaryIndexes: [
        index(indexes.listing),
        index(indexes.work),
        // Keys only: the look-up goes on to the requests themselves, so that addresses have few copies.
        { ...index(indexes.address), projectionType: ProjectionType.KEYS_ONLY },
      ],
      timeToLiveAttribute: 'ttl',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })

    this.logos = privateBucket(this, 'logos', {
      // The browser posts a logo straight to the bucket, with a form that a function signed.
      cors: [
        {
          allowedOrigins: [props.parameters.appUrl],
          allowedMethods: [HttpMethods.POST],
          allowedHeaders: ['*'],
          maxAge: Duration.hours(1).toSeconds(),
        },
      ],
    })
  }
}

/** A bucket that only CloudFront and the functions reach, over TLS, and that outlives the stack. */
export function privateBucket(
  scope: Construct,
  id: string,
  options: Pick<BucketProps, 'cors'> = {},
): IBucket {
  const bucket = new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN,
    ...options,
  })
  accept(bucket, 'S1', "CloudFront alone reads it; a log of readers would hold guests' addresses")
  // CDK's own class does not meet its interface under exactOptionalPropertyTypes.
  return bucket as IBucket
}
