// Generated from openapi.yaml by scripts/specification.ts.

export interface paths {
    "/assessments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List assessments */
        get: operations["listAssessments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List groups */
        get: operations["listGroups"];
        put?: never;
        /** Create a group */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign an assessment
         * @description Assigns an assessment to an existing user, or creates the user first. The service stores `studentId` only when it creates the user.
         */
        post: operations["assign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/create-sign-in-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a single-use sign-in link
         * @description Without `userAssessmentId`, the link opens the person's dashboard.
         */
        post: operations["createSignInToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List assignments
         * @description Lists the assignments in a range of dates. With `statuses`, lists only those that now have one of these statuses.
         */
        post: operations["listAssignments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/score": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get the scores of one user */
        post: operations["getScore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List the scores of all users */
        post: operations["listScores"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/response-audio/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a recording
         * @description The URL is `{base_host}/<responseAudioUrl>`. Content-Type is the format, for example audio/wav.
         */
        get: operations["downloadAudio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/response-text/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a written response
         * @description The URL is `{base_host}/<responseTextUrl>`. Content-Type is the format, for example text/plain; charset=utf-8.
         */
        get: operations["downloadText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificate/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a certificate
         * @description The URL is `{base_host}/<certificateUrl>`. Content-Type is the format, for example application/pdf.
         */
        get: operations["downloadCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the registered webhook */
        get: operations["getWebhook"];
        put?: never;
        /**
         * Register the webhook
         * @description Overwrites any previous registration. HTTPS is recommended.
         */
        post: operations["registerWebhook"];
        /**
         * Remove the webhook
         * @description No events are sent until the next registration.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/example": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the example event
         * @description Sends `webhook-example` to the registered URL, at most once per second. The request has no body.
         */
        post: operations["sendExampleEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "user-assessment-scored": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A user assessment is scored */
        post: operations["userAssessmentScored"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook-example": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The example event was requested */
        post: operations["webhookExample"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Format: uuid
         * @example 3f0c5a1e-6b0e-4a55-9d1a-2f6f5a1b7c3d
         */
        Uuid: string;
        /**
         * @description ISO 8601, with fractional seconds and a UTC offset
         * @example 2026-11-21T04:14:05.1234567+00:00
         */
        Timestamp: string;
        /**
         * @description ISO 8601, with fractional seconds and a UTC offset
         * @example 2026-11-21T04:14:05.1234567+00:00
         */
        TimestampOrNull: string | null;
        /**
         * Format: iso-8601
         * @description A date, or a date and time, in ISO 8601
         * @example 2026-11-21T04:14:05Z
         */
        RequestDate: string;
        /** @example nathan@example.com */
        EmailAddress: string;
        /**
         * @description TenPoint scores go from 0 to 10, ThousandPoint scores from 0 to 1000.
         * @enum {string}
         */
        AssessmentType: "TenPoint" | "ThousandPoint";
        /**
         * @description The status of a user assessment
         * @enum {string}
         */
        Status: "NotStarted" | "InProgress" | "ScorePending" | "Completed" | "NeedsReview";
        /**
         * @description The status of an assignment in /assignments
         * @enum {string}
         */
        AssignmentStatus: "NotStarted" | "InProgress" | "Completed";
        Assessment: {
            /** @example English Speaking */
            name: string;
            assessmentId: components["schemas"]["Uuid"];
        };
        Group: {
            /** @example Autumn intake */
            name: string;
            groupId: components["schemas"]["Uuid"];
        };
        CreateGroupRequest: {
            /** @example Autumn intake */
            name: string;
        };
        /** @description At least one of `emailAddress` and `uniqueIdentifier` is required. Without an email address, some features (account recovery, score notifications) aren't available. */
        AssignRequest: {
            assessmentId: components["schemas"]["Uuid"];
            /** @example Nathan */
            givenName?: string;
            /**
             * @description Called `surname` in score responses
             * @example Novak
             */
            surName?: string;
            emailAddress?: components["schemas"]["EmailAddress"];
            /** @description Chosen by the caller. Other endpoints can identify the user by it. */
            uniqueIdentifier?: string;
            /** @description Supply the student ID here even if it is also the `uniqueIdentifier`. */
            studentId?: string;
            /** @description The groups that the user is added to */
            assignedGroups?: components["schemas"]["Uuid"][];
            /**
             * Format: uri
             * @description An absolute URL to which the person is directed after completing the assessment. The visit means that the score can be requested.
             */
            returnUrl?: string;
        } & (unknown | unknown);
        AssignResponse: {
            userId: components["schemas"]["Uuid"];
            userAssessmentId: components["schemas"]["Uuid"];
            /** @description Works once, and expires after 5 minutes */
            signInUrl: string;
            signInUrlExpiresAt: components["schemas"]["Timestamp"];
            /** @description Opens this assessment only. It is reusable and expires much later than `signInUrl`. */
            singleAssessmentSignInUrl: string;
            singleAssessmentSignInUrlExpiresAt: components["schemas"]["Timestamp"];
        };
        SignInLink: {
            /** @description Works once, and expires after 5 minutes */
            signInUrl: string;
            expiresAt: components["schemas"]["Timestamp"];
        };
        /** @description At least one field is required. */
        UserIdentity: {
            userId?: components["schemas"]["Uuid"];
            emailAddress?: components["schemas"]["EmailAddress"];
            uniqueIdentifier?: string;
        } & (unknown | unknown | unknown);
        /** @description At least one of `userId`, `emailAddress` and `uniqueIdentifier` is required. */
        CreateSignInTokenRequest: {
            userId?: components["schemas"]["Uuid"];
            emailAddress?: components["schemas"]["EmailAddress"];
            uniqueIdentifier?: string;
            userAssessmentId?: components["schemas"]["Uuid"];
        } & (unknown | unknown | unknown);
        ListAssignmentsRequest: {
            assignedOnOrAfter: components["schemas"]["RequestDate"];
            assignedOnOrBefore?: components["schemas"]["RequestDate"];
            /** @description All statuses by default */
            statuses?: components["schemas"]["AssignmentStatus"][];
        };
        Assignment: {
            userId: components["schemas"]["Uuid"];
            uniqueIdentifier: string | null;
            email: string;
            username: string;
            givenName: string;
            surName: string;
            assessmentName: string;
            userAssessmentId: components["schemas"]["Uuid"];
            userAssessmentStatus: components["schemas"]["AssignmentStatus"];
            assignedAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
            startedAt: components["schemas"]["TimestampOrNull"];
            completedAt: components["schemas"]["TimestampOrNull"];
        };
        /** @description All filters are optional. */
        ListScoresRequest: {
            /** @description Only users in these groups. An empty array means all users. */
            groupIds?: components["schemas"]["Uuid"][];
            startedOnOrAfter?: components["schemas"]["RequestDate"];
            startedOnOrBefore?: components["schemas"]["RequestDate"];
            completedOnOrAfter?: components["schemas"]["RequestDate"];
            completedOnOrBefore?: components["schemas"]["RequestDate"];
            /** @description Ignored if there is a completed filter */
            includeIncompleteAssessments?: boolean;
        };
        AppliedFilters: {
            /** @description False by default */
            includeIncompleteAssessments: boolean;
            groupIds: components["schemas"]["Uuid"][] | null;
            startedOnOrAfter: components["schemas"]["TimestampOrNull"];
            startedOnOrBefore: components["schemas"]["TimestampOrNull"];
            completedOnOrAfter: components["schemas"]["TimestampOrNull"];
            completedOnOrBefore: components["schemas"]["TimestampOrNull"];
        };
        User: {
            userId: components["schemas"]["Uuid"];
            givenName: string;
            /** @description Called `surName` in /assign and /assignments */
            surname: string;
            username: string;
            email: string;
            /** @description Set only when the user is created */
            studentId?: string | null;
            /** @description An empty string if the user has none */
            uniqueIdentifier: string;
            scoreReports: components["schemas"]["ScoreReport"][];
        };
        /** @description One assigned assessment and its result. Many fields are null or empty, depending on `assessmentType` and `status`. */
        ScoreReport: {
            userAssessmentId: components["schemas"]["Uuid"];
            assessmentType: components["schemas"]["AssessmentType"];
            /** @example English Speaking */
            assessmentName: string;
            status: components["schemas"]["Status"];
            /** @description Null until the person starts */
            started: components["schemas"]["TimestampOrNull"];
            completed: components["schemas"]["TimestampOrNull"];
            /**
             * @description A time span, hh:mm:ss.fffffff
             * @example 00:17:42.3450000
             */
            duration: string | null;
            /**
             * @description TenPoint: 0 to 10, in steps of 0.1. ThousandPoint: 0 to 1000, in whole numbers. 0 until the person starts.
             * @example 8.7
             */
            score: number;
            /** @description ThousandPoint only. Each account defines its labels and their score ranges in the admin dashboard. */
            placement: string | null;
            proficiencyLevelDescription: components["schemas"]["Level"];
            actflSpeakingLevel: components["schemas"]["Level"];
            actflDescription: components["schemas"]["Level"];
            cefrSpeakingLevel: components["schemas"]["Level"];
            cefrDescription: components["schemas"]["Level"];
            toeflSpeakingLevel: components["schemas"]["Level"];
            ieltsSpeakingLevel: components["schemas"]["Level"];
            toeicSpeakingLevel: components["schemas"]["Level"];
            diagnosticInfo: string[];
            /** @description Spoken responses */
            openResponses: {
                question: string;
                responseAudioUrl: components["schemas"]["Link"];
            }[];
            /** @description Written responses */
            writingOpenResponses: {
                question: string;
                responseTextUrl: components["schemas"]["Link"];
            }[];
            surveyItems: components["schemas"]["SurveyItem"][];
            subScores: components["schemas"]["SubScores"];
            /** @description Null until the person starts */
            assessmentVersion: string | null;
            /**
             * @description Relative link to the certificate. Speaking and writing assessments of the TenPoint type have one.
             * @example 2020q3/certificate/3f0c5a1e-6b0e-4a55-9d1a-2f6f5a1b7c3d
             */
            certificateUrl: string | null;
        } & unknown;
        /** @description TenPoint only, once scored */
        Level: string | null;
        /**
         * @description Relative to {base_host}; starts with the version segment
         * @example 2020q3/response-audio/3f0c5a1e-6b0e-4a55-9d1a-2f6f5a1b7c3d
         */
        Link: string;
        SurveyItem: {
            question: string;
            /** @description May be empty */
            answer: string;
        };
        /** @description ThousandPoint only */
        SubScores: {
            reading: components["schemas"]["SubScore"];
            grammar: components["schemas"]["SubScore"];
            listening: components["schemas"]["SubScore"];
            vocabulary: components["schemas"]["SubScore"];
        } | null;
        SubScore: {
            correct: number;
            total: number;
        };
        RegisterWebhookRequest: {
            /**
             * Format: uri
             * @description A fully qualified, absolute URL
             * @example https://n8n.example.com/webhook/scored
             */
            url: string;
        };
        SigningKey: {
            signingKey: string;
        };
        WebhookRegistration: {
            url: string;
            createdAt: components["schemas"]["Timestamp"];
        };
        ScoredEvent: {
            /** @constant */
            event: "user-assessment-scored";
            /** @description The user, with only the score report that was just scored */
            data: components["schemas"]["User"] & {
                scoreReports?: unknown;
            };
        };
        ExampleEvent: {
            /** @constant */
            event: "webhook-example";
            /** @description Always the same placeholder user, with an all-zero ID and no score reports */
            data: components["schemas"]["User"] & {
                /** @constant */
                userId?: "00000000-0000-0000-0000-000000000000";
                /** @constant */
                studentId?: "";
                /** @constant */
                uniqueIdentifier?: "";
                scoreReports?: unknown;
            };
        };
        /**
         * @description An array of errors
         * @example {
         *       "errors": [
         *         {
         *           "code": "invalid",
         *           "message": "name is required."
         *         }
         *       ]
         *     }
         */
        Errors: {
            errors: unknown[];
        } | unknown[];
        /**
         * @description A problem-detail object
         * @example {
         *       "title": "One or more validation errors occurred.",
         *       "status": 400
         *     }
         */
        ProblemDetails: Record<string, never>;
    };
    responses: {
        /** @description The new group */
        GroupCreated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Group"];
            };
        };
        /** @description The request is malformed or invalid */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description The API key is missing, invalid or revoked. The body may be absent. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
                "text/plain": unknown;
                "text/html": unknown;
            };
        };
        /** @description The request refers to resources that the account can't access */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description The URL is wrong */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description The HTTP method is wrong */
        MethodNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description Content-Type is missing or isn't application/json */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description A rate limit is exceeded. The request isn't processed. */
        TooManyRequests: {
            headers: {
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description A problem on the server. Retry later. */
        ServerError: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Answer within 5 seconds, and process the event after that. */
        EventReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        FileId: string;
        /** @description The base64 SHA-256 of the request body */
        "X-Content-SHA256": string;
        "X-Request-Timestamp": string;
        /** @description Algorithm=HMAC-SHA256; Signature=<base64 signature> */
        "X-Signature": string;
    };
    requestBodies: never;
    headers: {
        "Content-Disposition": string;
    };
    pathItems: never;
}
export type Uuid = components['schemas']['Uuid'];
export type Timestamp = components['schemas']['Timestamp'];
export type TimestampOrNull = components['schemas']['TimestampOrNull'];
export type RequestDate = components['schemas']['RequestDate'];
export type EmailAddress = components['schemas']['EmailAddress'];
export type AssessmentType = components['schemas']['AssessmentType'];
export type Status = components['schemas']['Status'];
export type AssignmentStatus = components['schemas']['AssignmentStatus'];
export type Assessment = components['schemas']['Assessment'];
export type Group = components['schemas']['Group'];
export type CreateGroupRequest = components['schemas']['CreateGroupRequest'];
export type AssignRequest = components['schemas']['AssignRequest'];
export type AssignResponse = components['schemas']['AssignResponse'];
export type SignInLink = components['schemas']['SignInLink'];
export type UserIdentity = components['schemas']['UserIdentity'];
export type CreateSignInTokenRequest = components['schemas']['CreateSignInTokenRequest'];
export type ListAssignmentsRequest = components['schemas']['ListAssignmentsRequest'];
export type Assignment = components['schemas']['Assignment'];
export type ListScoresRequest = components['schemas']['ListScoresRequest'];
export type AppliedFilters = components['schemas']['AppliedFilters'];
export type User = components['schemas']['User'];
export type ScoreReport = components['schemas']['ScoreReport'];
export type Level = components['schemas']['Level'];
export type Link = components['schemas']['Link'];
export type SurveyItem = components['schemas']['SurveyItem'];
export type SubScores = components['schemas']['SubScores'];
export type SubScore = components['schemas']['SubScore'];
export type RegisterWebhookRequest = components['schemas']['RegisterWebhookRequest'];
export type SigningKey = components['schemas']['SigningKey'];
export type WebhookRegistration = components['schemas']['WebhookRegistration'];
export type ScoredEvent = components['schemas']['ScoredEvent'];
export type ExampleEvent = components['schemas']['ExampleEvent'];
export type Errors = components['schemas']['Errors'];
export type ProblemDetails = components['schemas']['ProblemDetails'];
export type ResponseGroupCreated = components['responses']['GroupCreated'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseMethodNotAllowed = components['responses']['MethodNotAllowed'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseServerError = components['responses']['ServerError'];
export type ResponseEventReceived = components['responses']['EventReceived'];
export type ParameterFileId = components['parameters']['FileId'];
export type ParameterXContentSha256 = components['parameters']['X-Content-SHA256'];
export type ParameterXRequestTimestamp = components['parameters']['X-Request-Timestamp'];
export type ParameterXSignature = components['parameters']['X-Signature'];
export type HeaderContentDisposition = components['headers']['Content-Disposition'];
export type $defs = Record<string, never>;
export interface operations {
    listAssessments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account's assessments */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        assessments: components["schemas"]["Assessment"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    listGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account's groups */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groups: components["schemas"]["Group"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateGroupRequest"];
            };
        };
        responses: {
            200: components["responses"]["GroupCreated"];
            201: components["responses"]["GroupCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    assign: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignRequest"];
            };
        };
        responses: {
            /** @description The new assignment, with two sign-in links */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The request can't be processed, for example because the person is an administrator of the account, who isn't eligible */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    createSignInToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSignInTokenRequest"];
            };
        };
        responses: {
            /** @description The link */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInLink"];
                };
            };
            /** @description The user isn't found */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    listAssignments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListAssignmentsRequest"];
            };
        };
        responses: {
            /** @description The assignments in the range */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        assignments: components["schemas"]["Assignment"][];
                    };
                };
            };
            /** @description The request is invalid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getScore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserIdentity"];
            };
        };
        responses: {
            /** @description The user with all score reports */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description The user isn't found */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    listScores: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListScoresRequest"];
            };
        };
        responses: {
            /** @description The users with their matching score reports */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        appliedFilters: components["schemas"]["AppliedFilters"];
                        userScores: components["schemas"]["User"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    downloadAudio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recording */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    downloadText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    downloadCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                fileId: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The registration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRegistration"];
                };
            };
            /** @description No webhook is registered */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    registerWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterWebhookRequest"];
            };
        };
        responses: {
            /** @description The signing key, which can't be retrieved later */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No webhook is registered anymore */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    sendExampleEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event was triggered, which doesn't mean that it was delivered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            "5XX": components["responses"]["ServerError"];
        };
    };
    userAssessmentScored: {
        parameters: {
            query?: never;
            header?: {
                /** @description The base64 SHA-256 of the request body */
                "X-Content-SHA256"?: components["parameters"]["X-Content-SHA256"];
                "X-Request-Timestamp"?: components["parameters"]["X-Request-Timestamp"];
                /** @description Algorithm=HMAC-SHA256; Signature=<base64 signature> */
                "X-Signature"?: components["parameters"]["X-Signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScoredEvent"];
            };
        };
        responses: {
            default: components["responses"]["EventReceived"];
        };
    };
    webhookExample: {
        parameters: {
            query?: never;
            header?: {
                /** @description The base64 SHA-256 of the request body */
                "X-Content-SHA256"?: components["parameters"]["X-Content-SHA256"];
                "X-Request-Timestamp"?: components["parameters"]["X-Request-Timestamp"];
                /** @description Algorithm=HMAC-SHA256; Signature=<base64 signature> */
                "X-Signature"?: components["parameters"]["X-Signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExampleEvent"];
            };
        };
        responses: {
            default: components["responses"]["EventReceived"];
        };
    };
}
