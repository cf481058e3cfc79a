"""The stand-in's application."""

import json
import operator
import re
import uuid
from decimal import Decimal

from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, Response

from standins.oauth import AuthorizationServer, Json, add_consent, broken
from standins.xero.elements import Elements

DAY = 86_400
COMPANIES = {
    "0f2b6a52-0000-4000-8000-000000000001": "Harbour Letters Ltd",
    "0f2b6a52-0000-4000-8000-000000000002": "Second Organisation Ltd",
}
_CHART = (
    # code, name, type, class, system account
    ("090", "Business Bank Account", "BANK", "ASSET", ""),
    ("091", "Card Payments", "BANK", "ASSET", ""),
    ("092", "Cash Drawer", "BANK", "ASSET", ""),
    ("610", "Accounts Receivable", "CURRENT", "ASSET", "DEBTORS"),
    ("611", "Amounts Owed by Customers", "CURRENT", "ASSET", ""),
    ("612", "Cash on Hand", "CURRENT", "ASSET", ""),
    ("613", "Card Clearing", "CURRENT", "ASSET", ""),
    ("614", "Payout Clearing", "CURRENT", "ASSET", ""),
    ("800", "Accounts Payable", "CURRLIAB", "LIABILITY", "CREDITORS"),
    ("820", "Sales Tax", "CURRLIAB", "LIABILITY", "GST"),
    ("821", "Sales Tax Collected", "CURRLIAB", "LIABILITY", ""),
    ("822", "Customer Deposits", "CURRLIAB", "LIABILITY", ""),
    ("823", "Tips Payable", "CURRLIAB", "LIABILITY", ""),
    ("200", "Sales", "REVENUE", "REVENUE", ""),
    ("260", "Rental Income", "REVENUE", "REVENUE", ""),
    ("270", "Delivery Income", "REVENUE", "REVENUE", ""),
    ("280", "Discounts", "REVENUE", "REVENUE", ""),
    ("404", "Bank Fees", "EXPENSE", "EXPENSE", ""),
    ("405", "Bad Debts", "EXPENSE", "EXPENSE", ""),
)
_ON_DAY = re.compile(r"Date\s*(==|>=|<=)\s*DateTime\((\d+),\s*(\d+),\s*(\d+)\)")
_COMPARE = {"==": operator.eq, ">=": operator.ge, "<=": operator.le}
_PAGE = 100


class XeroRefusal(Exception):
    """An error response."""

    def __init__(self, status: int, body: Json, headers: dict[str, str] | None = None) -> None:
        self.status, self.body, self.headers = status, body, headers or {}
        super().__init__(str(body))


def _invalid(*messages: str) -> XeroRefusal:
    elements = [{"ValidationErrors": [{"Message": message} for message in messages]}]
    body = {"ErrorNumber": 10, "Type": "ValidationException", "Message": "A validation exception occurred"}
    return XeroRefusal(400, body | {"Elements": elements})


class XeroOrganisation:
    """An organisation's accounts and manual journals."""

    def __init__(self, ident: str, name: str) -> None:
        self.id, self.name = ident, name
        self.currency = "USD"
        self.accounts: list[Json] = [
            {
                "AccountID": str(uuid.uuid5(uuid.UUID(ident), code)),
                "Code": code,
                "Name": name,
                "Status": "ACTIVE",
                "Type": kind,
                "Class": account_class,
                "SystemAccount": system,
            }
            for code, name, kind, account_class, system in _CHART
        ]
        self.journals: list[Json] = []
        self.elements = Elements(self.accounts)
        self.answers: dict[str, tuple[str, Json]] = {}
        """Request and response by Idempotency-Key."""
        self.locked_until = ""
        """Journals up to this day are refused, because the period is locked."""

    def create(self, given: Json) -> Json:
        """Create a manual journal after the API's checks."""
        lines = given.get("JournalLines") or []
        problems: list[str] = []
        if not given.get("Narration"):
            problems.append("The Narration field is required.")
        if sum((Decimal(str(line.get("LineAmount", 0))) for line in lines), Decimal(0)) != 0:
            problems.append("The total debits must equal total credits")
        by_code = {account["Code"]: account for account in self.accounts if account["Status"] == "ACTIVE"}
        for line in lines:
            code = line.get("AccountCode", "")
            account = by_code.get(code)
            if account is None:
                problems.append(f"Account code '{code}' is not a valid code for this document.")
            elif account["Type"] == "BANK" or account["SystemAccount"]:
                problems.append(f"Account code '{code}' cannot be used in manual journals.")
        if given.get("Date", "") <= self.locked_until:
            problems.append("The document date cannot be before the period lock date.")
        if problems:
            raise _invalid(*problems)
        journal = {**given, "ManualJournalID": str(uuid.uuid4()), "Status": given.get("Status", "DRAFT")}
        self.journals.append(journal)
        return journal

    def on_day(self, where: str, page: int, rows: list[Json] | None = None) -> list[Json]:
        """Return a page of the manual journals, or of other elements, that match the filter; each page has 100."""
        found = self.journals if rows is None else rows
        for condition in where.split(" AND ") if where else ():
            matched = _ON_DAY.fullmatch(condition.strip())
            if matched is None:
                raise _invalid("Invalid where clause")
            relation, *parts = matched.groups()
            year, month, day = (int(part) for part in parts)
            wanted = f"{year:04}-{month:02}-{day:02}"
            found = [one for one in found if _COMPARE[relation](one["Date"], wanted)]
        return found[(page - 1) * _PAGE : page * _PAGE]

    def create_other(self, path: str, given: Json) -> Json:
        """Create a contact, invoice, credit note, payment, bank transaction or transfer."""
        problems = self.elements.problems(path, given)
        if given.get("Date", "9") <= self.locked_until:
            problems.append("The document date cannot be before the period lock date.")
        if problems:
            raise _invalid(*problems)
        return self.elements.create(path, given)

    def postings(self) -> list[tuple[str, str, Decimal]]:
        """Return what manual journals and all other elements post: day, account code and amount."""
        found = self.elements.postings()
        for journal in self.journals:
            if journal["Status"] == "POSTED":
                for line in journal["JournalLines"]:
                    found.append((journal["Date"], line["AccountCode"], Decimal(str(line["LineAmount"]))))
        return found


def create(*, access_seconds: int = 1800) -> FastAPI:
    """Create the application. Access tokens last 30 minutes, refresh tokens 60 days."""
    server = AuthorizationServer(
        access_seconds=access_seconds, refresh_seconds=60 * DAY, grace_seconds=1800, extra={"scope": "offline_access"}
    )
    app = FastAPI(title="Xero stand-in", docs_url=None, redoc_url=None, openapi_url=None)
    companies = {ident: XeroOrganisation(ident, name) for ident, name in COMPANIES.items()}
    app.state.server, app.state.companies = server, companies

    def clear() -> None:
        with server.lock:
            server.clear()
            companies.update({ident: XeroOrganisation(ident, name) for ident, name in COMPANIES.items()})

    app.state.clear = clear

    @app.get("/connections")
    def connections(request: Request) -> Response:
        with server.lock:
            tenant = server.company_of(request)
            server.log.append({"method": "GET", "path": "/connections", "status": 200 if tenant else 401})
        if tenant is None:
            return JSONResponse(_unauthorized(), 401)
        name = companies[tenant].name
        known = {"id": str(uuid.uuid4()), "tenantId": tenant, "tenantType": "ORGANISATION", "tenantName": name}
        return JSONResponse([known | {"updatedDateUtc": "2027-01-01T00:00:00.0000000"}])

    @app.api_route("/api.xro/2.0/{entity}", methods=["GET", "PUT", "POST"])
    async def api(entity: str, request: Request) -> Response:
        body: Json = {} if request.method == "GET" else await request.json()
        with server.lock:
            path = f"/api.xro/2.0/{entity}"
            fault = server.fault(request.method, path)
            if fault is not None and fault.kind == "away":
                return broken()
            headers: dict[str, str] = {}
            try:
                if fault is not None and fault.kind == "429":
                    headers = {"Retry-After": str(fault.after), "X-Rate-Limit-Problem": "minute"}
                    raise XeroRefusal(429, {}, headers)
                if fault is not None and fault.kind == "500":
                    raise XeroRefusal(500, {"Type": "InternalServerError", "Message": "An error occurred in Xero."})
                status, answer = 200, _answer(entity, request, body, fault.message if fault else None)
            except XeroRefusal as refusal:
                status, answer, headers = refusal.status, refusal.body, refusal.headers
            server.log.append(
                {
                    "method": request.method,
                    "path": path,
                    "key": request.headers.get("idempotency-key"),
                    "body": body,
                    "status": status,
                }
            )
        if fault is not None and fault.kind == "gone":
            return broken()
        return JSONResponse(answer, status, headers)

    def _answer(entity: str, request: Request, body: Json, refused: str | None) -> Json:
        allowed = server.company_of(request)
        if allowed is None:
            raise XeroRefusal(401, _unauthorized())
        if request.headers.get("xero-tenant-id") != allowed:
            problem = {"Type": None, "Title": "Forbidden", "Status": 403, "Detail": "AuthenticationUnsuccessful"}
            raise XeroRefusal(403, problem)
        company = companies[allowed]
        if entity == "Accounts":
            return {"Status": "OK", "Accounts": company.accounts}
        if entity == "Organisation":
            return {"Organisations": [{"Name": company.name, "BaseCurrency": company.currency}]}
        if entity != "ManualJournals" and entity not in company.elements.rows:
            raise XeroRefusal(404, {"Title": "Not Found", "Status": 404})
        if request.method == "GET":
            page, where = int(request.query_params.get("page", "1")), request.query_params.get("where", "")
            if entity == "Contacts":
                return {entity: company.elements.contacts(where)}
            return {entity: company.on_day(where, page, company.elements.rows.get(entity))}
        key, asked = request.headers.get("idempotency-key", ""), json.dumps(body, sort_keys=True)
        if key in company.answers:
            before, answer = company.answers[key]
            if before != asked:
                raise _invalid("The Idempotency-Key was used with a different request.")
            return answer
        if refused is not None:
            raise _invalid(refused)
        if entity == "ManualJournals":
            answer = {entity: [company.create(given) for given in body.get(entity, [])]}
        else:
            answer = {entity: [company.create_other(entity, given) for given in body.get(entity, [])]}
        if key:
            company.answers[key] = (asked, answer)
        return answer

    @app.post("/_standin/reset")
    def reset() -> Response:
        clear()
        return JSONResponse({})

    @app.post("/_standin/close")
    async def close(request: Request) -> Response:
        given = await request.json()
        with server.lock:
            for company in companies.values():
                company.locked_until = given["until"]
        return JSONResponse({})

    @app.get("/_standin/journals")
    def journals() -> Response:
        return JSONResponse({ident: company.journals for ident, company in companies.items()})

    @app.get("/_standin/documents")
    def documents() -> Response:
        return JSONResponse({ident: company.elements.rows for ident, company in companies.items()})

    add_consent(
        app,
        server,
        authorize="/identity/connect/authorize",
        token="/connect/token",  # noqa: S106 - a path.
        revoke="/connect/revocation",
        companies=COMPANIES,
        company_parameter=None,
    )
    return app


def _unauthorized() -> Json:
    return {"Type": None, "Title": "Unauthorized", "Status": 401, "Detail": "TokenExpired: token expired"}
