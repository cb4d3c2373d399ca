"""What only a server can refuse: who asks, from where, how much at once. Errors of the one tree."""

from fabula.errors import ConflictError, FabulaError, NotFoundError


class UnauthorizedError(FabulaError):
    """The request brings no token, or one that is not known."""

    code = "unauthorized"
    http_status = 401


class ForbiddenError(FabulaError):
    """The token is known, and is not for this story."""

    code = "forbidden"
    http_status = 403


class WrongOriginError(FabulaError):
    """A web page of another place sent the request."""

    code = "wrong-origin"
    http_status = 403


class WrongHostError(FabulaError):
    """The request is meant for a host that this server does not go by."""

    code = "wrong-host"
    http_status = 421


class TooLargeError(FabulaError):
    """The body of the request is larger than the server takes."""

    code = "too-large"
    http_status = 413


class BusyError(FabulaError):
    """So much is waiting already that nothing more is taken; the same call may succeed later."""

    code = "busy"
    http_status = 503
    retryable = True


class JobNotFoundError(NotFoundError):
    """The server knows no such job; ended jobs are forgotten after a while."""

    code = "job-not-found"


class JobEndedError(ConflictError):
    """The job is in a state in which this cannot be done with it."""

    code = "job-state"
